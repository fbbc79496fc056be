-- rawcheck-probe: plays this project's own rules functions for `rawcheck probe`, which compares them with the rules of
-- Mongoose Traveller 2e. An adapter beside this file names the functions; this file speaks the protocol rawcheck-probe/1
-- over stdin and stdout. math.random is replaced while a function is played, so that every way in which the dice can
-- fall is tried: load this before the code that is played. It writes no files and opens no connections.
-- No dependencies; Lua 5.1 to 5.4 and LuaJIT. Written by `rawcheck probe --init lua`; MIT licence.

local probe = { null = {} } -- probe.null: an output that is "nothing", where nil would leave the output out
local EMPTY_LIST = {} -- since an empty table is an object

local PROTOCOL = "rawcheck-probe/1"
local MOST_DRAWS = 200
local TOO_MANY = "more than " .. MOST_DRAWS .. " draws in one run"
local OPTIONS = { "at", "label", "takes", "out", "refuses", "skip", "known", "issue", "dice", "grid", "edition", "house" }
local THIS_FILE = debug.getinfo(1, "S").source

-- ---- JSON

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function quoted(text)
  return '"' .. text:gsub('[%c"\\\127]', function(sign)
    return escapes[sign] or string.format("\\u%04x", sign:byte())
  end) .. '"'
end

local function number_text(number)
  if number ~= number then return '{"$":"NaN"}' end
  if number == math.huge then return '{"$":"Infinity"}' end
  if number == -math.huge then return '{"$":"-Infinity"}' end
  if number == math.floor(number) and math.abs(number) < 2 ^ 53 then return string.format("%.0f", number) end
  local short = string.format("%.15g", number)
  return tonumber(short) == number and short or string.format("%.17g", number)
end

--- A value as JSON with sorted keys. A table with a first element is a list; an empty one is an object.
local function encode(value, depth)
  local kind, parts = type(value), {}
  depth = depth or 0
  if value == nil or value == probe.null then return "null" end
  if value == EMPTY_LIST then return "[]" end
  if kind == "string" then return quoted(value) end
  if kind == "number" then return number_text(value) end
  if kind == "boolean" then return tostring(value) end
  if kind ~= "table" then error("a " .. kind .. " is no output", 0) end
  if depth > 100 then error("it is cyclic or too deep", 0) end
  if value[1] ~= nil then
    for i = 1, #value do parts[i] = encode(value[i], depth + 1) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local names, values = {}, {}
  for key, each in pairs(value) do
    names[#names + 1] = tostring(key)
    values[tostring(key)] = each
  end
  table.sort(names)
  for i, name in ipairs(names) do parts[i] = quoted(name) .. ":" .. encode(values[name], depth + 1) end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function utf8_text(code)
  if code < 0x80 then return string.char(code) end
  local tail, lead = {}, 0x40
  repeat
    table.insert(tail, 1, string.char(0x80 + code % 64))
    code, lead = math.floor(code / 64), lead / 2
  until code < lead
  return string.char(256 - 2 * lead + code) .. table.concat(tail)
end

local unescapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local decode_value

local function decode_string(text, at)
  local parts = {}
  while true do
    local plain, stop, sign = text:match('^([^"\\]*)()(["\\])', at)
    if not plain then error("JSON: a text without an end", 0) end
    parts[#parts + 1] = plain
    if sign == '"' then return table.concat(parts), stop + 1 end
    local escape = text:sub(stop + 1, stop + 1)
    at = stop + 2
    if escape == "u" then
      local code = tonumber(text:sub(at, at + 3), 16)
      local low = text:match("^\\u([dD][c-fC-F]%x%x)", at + 4)
      at = at + 4
      if code >= 0xD800 and code < 0xDC00 and low then
        code, at = 0x10000 + (code - 0xD800) * 0x400 + tonumber(low, 16) - 0xDC00, at + 6
      end
      parts[#parts + 1] = utf8_text(code)
    else
      parts[#parts + 1] = unescapes[escape] or escape
    end
  end
end

--- The members of a list or object from `at` (after its bracket) to its end; `read(at)` reads one of them.
local function decode_members(text, at, closing, read)
  at = text:match("^%s*()", at)
  if text:sub(at, at) == closing then return at + 1 end
  while true do
    local sign
    sign, at = text:match("^%s*([,%]}])%s*()", read(at))
    if sign == closing then return at end
    if sign ~= "," then error("JSON: expected , or " .. closing, 0) end
  end
end

local literals = { ["true"] = true, ["false"] = false }

--- The value that stands at `at`, and the place after it. null is nil.
function decode_value(text, at)
  at = text:match("^%s*()", at)
  local sign, result = text:sub(at, at), {}
  if sign == '"' then return decode_string(text, at + 1) end
  if sign == "[" then
    local count = 0
    return result, decode_members(text, at + 1, "]", function(place)
      count = count + 1
      result[count], place = decode_value(text, place)
      return place
    end)
  end
  if sign == "{" then
    return result, decode_members(text, at + 1, "}", function(place)
      local key, after = decode_string(text, text:match('^"()', place))
      result[key], place = decode_value(text, text:match("^%s*:()", after))
      return place
    end)
  end
  local word, stop = text:match("^(%a+)()", at)
  if word then return literals[word], stop end
  local digits, after = text:match("^([-+.%deE]+)()", at)
  if not digits then error("JSON: no value at " .. at, 0) end
  return tonumber(digits), after
end

local function decode(text)
  return (decode_value(text, 1))
end

-- ---- dice

local playing = false -- outside of a run chance is left alone
local tape, taken = {}, 0 -- the faces that the run shows, one for each draw; how many were drawn
local filler -- the face after the end of the tape; nil: the tape is too short
local grid = 6
local too_many, too_short = false, false
local original_random = math.random

--- The next random number, 0 <= u < 1: the middle of one of the grid's parts. A die of s sides shows floor(u * s) + 1.
function probe.draw()
  if not playing then return original_random() end
  if taken >= MOST_DRAWS then
    too_many = true
    error(TOO_MANY, 0)
  end
  if taken >= #tape then
    if not filler then
      too_short = true
      error("the tape is too short", 0)
    end
    tape[#tape + 1] = filler
  end
  taken = taken + 1
  return (tape[taken] - 0.5) / grid
end

-- math.randomseed stays as it is: a seed changes nothing here.
function math.random(low, high) -- luacheck: ignore
  if not playing then
    if high then return original_random(low, high) end
    if low then return original_random(low) end
    return original_random()
  end
  if not low then return probe.draw() end
  if not high then low, high = 1, low end
  if high < low then error("bad argument to 'random' (interval is empty)", 2) end
  return low + math.floor(probe.draw() * (high - low + 1))
end

-- ---- operations

local operations = {}

--- Offers one of your functions: `fn` takes the scene's inputs and returns a table of outputs. `takes` names the inputs
--- that it heeds.
function probe.op(name, options, fn)
  local known, offer = {}, { n = #operations, op = name, ["in"] = EMPTY_LIST }
  for _, option in ipairs(OPTIONS) do known[option] = option == "takes" and "in" or option end
  for option, value in pairs(options) do
    if not known[option] then
      error("op('" .. name .. "'): unknown option '" .. option .. "'; known are " .. table.concat(OPTIONS, ", "), 2)
    end
    local is_list = option == "takes" or option == "out"
    offer[known[option]] = is_list and next(value) == nil and EMPTY_LIST or value
  end
  if type(fn) ~= "function" then error("op('" .. name .. "'): the third argument must be a function", 2) end
  operations[#operations + 1] = { fn = fn, offer = offer, grid = options.grid or 6, checked = false }
end

--- Says that the rules here do not allow what the scene asks for.
function probe.refuse(reason)
  error({ refused = tostring(reason) }, 0)
end

--- Says that this scene cannot be played here.
function probe.skip(reason, issue)
  error({ skipped = { skip = tostring(reason), issue = issue } }, 0)
end

--- Ends the scene: a mistake of the adapter or of this kit, never of the functions that are played.
local function fault(message)
  error({ fault = message }, 0)
end

-- ---- playing scenes

local function outcome_of(value)
  if type(value) ~= "table" then fault("the operation must return a table of outputs, not " .. tostring(value)) end
  local written, text = pcall(encode, value)
  if not written then fault("the outcome cannot be written as JSON (" .. tostring(text) .. ")") end
  return text
end

--- The outcome of a run that failed, and where; called where the error was raised. Our own marks are kept as they are.
local function failure(raised)
  if type(raised) == "table" and (raised.refused or raised.skipped or raised.fault) then return raised end
  local message, level, where = tostring(raised), 2, nil
  if message:find("stack overflow", 1, true) then return { outcome = { raises = "stack overflow" } } end
  local info = debug.getinfo(level, "Sl")
  while info and not where do
    local path = info.currentline > 0 and info.source ~= THIS_FILE and info.source:match("^@(.*)$")
    where = path and path:gsub("\\", "/"):gsub("^%./", "") .. ":" .. info.currentline
    level = level + 1
    info = debug.getinfo(level, "Sl")
  end
  local rest = message:match("^[^\n]-:%d+: (.*)$")
  return { outcome = { raises = (rest or message):sub(1, 1000), where = where } }
end

local function copied(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for name, each in pairs(value) do copy[name] = copied(each) end
  return copy
end

--- One run along the tape: its outcome as JSON; nil where the tape was too short.
local function run_once(fn, inputs, rolls)
  taken, too_many, too_short = 0, false, false
  local scene = copied(inputs)
  local returned, value = xpcall(function() return fn(scene, rolls) end, failure)
  if too_short then return nil end
  if too_many then return encode({ raises = TOO_MANY }) end
  if returned then return outcome_of(value) end
  if type(value) ~= "table" then return encode({ raises = "stack overflow" }) end -- no room was left for the handler
  if value.refused then return encode({ refused = value.refused }) end
  if value.outcome then return encode(value.outcome) end
  error(value, 0)
end

--- Outcomes by their text, in the order in which they came.
local function listed(order)
  return "[" .. table.concat(order, ",") .. "]"
end

--- All ways of the dice: count up the last draw, cut the tape there, until no tape is left.
local function walk(operation, run, faces, limit, deadline)
  local following, found, order, runs, most = {}, {}, {}, 0, 0
  for i = 1, #faces - 1 do following[faces[i]] = faces[i + 1] end
  filler = faces[1]
  if not operation.checked then
    tape = {}
    local first, draws = run(), taken
    tape = {}
    if run() ~= first or taken ~= draws then fault("the function keeps state between calls") end
    operation.checked = true
  end
  tape = {}
  while true do
    local outcome = run()
    if taken < #tape then fault("the function keeps state between calls: it drew fewer dice than before") end
    runs, most = runs + 1, math.max(most, taken)
    local entry = found[outcome]
    if not entry then
      entry = { text = outcome, ways = {}, tape = #tape == 0 and "[]" or encode(tape) }
      found[outcome], order[#order + 1] = entry, entry
    end
    entry.ways[taken] = (entry.ways[taken] or 0) + 1
    while #tape > 0 and not following[tape[#tape]] do tape[#tape] = nil end
    if #tape == 0 then break end
    if runs >= limit or os.clock() > deadline then return { over = runs, most = most } end
    tape[#tape] = following[tape[#tape]]
  end
  for i, entry in ipairs(order) do
    local ways = {}
    for draws, count in pairs(entry.ways) do ways[#ways + 1] = ('"%d":%d'):format(draws, count) end
    order[i] = ("[%s,{%s},%s]"):format(entry.text, table.concat(ways, ","), entry.tape)
  end
  return { dist = listed(order), runs = runs, most = most }
end

local function replay(run, tapes)
  local outs = {}
  filler = nil
  for i, faces in ipairs(tapes) do
    tape = faces
    local outcome = run()
    outs[i] = outcome and ("[%s,%d]"):format(outcome, taken) or "null"
  end
  return { outs = listed(outs) }
end

local function sample(run, samples, deadline)
  local counts, order = {}, {}
  playing = false
  for number = 1, samples do
    local outcome = run()
    if not counts[outcome] then order[#order + 1] = outcome end
    counts[outcome] = (counts[outcome] or 0) + 1
    if os.clock() > deadline then return { over = number, most = 0 } end
  end
  for i, outcome in ipairs(order) do order[i] = ("[%s,%d]"):format(outcome, counts[outcome]) end
  return { counts = listed(order) }
end

--- The answer to one scene: a table in which dist, outs and counts are JSON already.
local function play(request)
  local body = function()
    local operation = operations[(request.n or -1) + 1] or fault("there is no operation " .. tostring(request.n))
    local deadline = os.clock() + (request.ms or math.huge) / 1000
    local run = function() return run_once(operation.fn, request["in"] or {}, request.rolls) end
    playing, grid = true, operation.grid
    if request.samples then return sample(run, request.samples, deadline) end
    if request.tapes then return replay(run, request.tapes) end
    local faces = request.faces or {}
    for face = #faces + 1, request.faces and 0 or grid do faces[face] = face end
    return walk(operation, run, faces, request.limit or 60000, deadline)
  end
  local done, answer = xpcall(body, function(raised)
    if type(raised) == "table" then return raised end
    return { fault = tostring(raised), stack = debug.traceback() }
  end)
  playing = false
  if done then return answer end
  if answer.skipped then return answer.skipped end
  return { error = { kind = "adapter", message = answer.fault, stack = answer.stack } }
end

local written = { dist = true, outs = true, counts = true }

--- An answer as JSON.
local function answer_text(answer)
  local parts = {}
  for name, value in pairs(answer) do
    parts[#parts + 1] = quoted(name) .. ":" .. (written[name] and value or encode(value))
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- ---- vectors

local function spelling(name)
  return (name:lower():gsub("[%s%p]", ""))
end

local function same(a, b)
  if type(a) == "number" and type(b) == "number" then return math.abs(a - b) <= 1e-9 end
  if type(a) == "string" and type(b) == "string" then return a == b or (spelling(a) ~= "" and spelling(a) == spelling(b)) end
  return encode(a) == encode(b)
end

--- Whether an input may have this value: `values` is true, a list, or the lowest and highest number.
local function allows(values, value)
  if type(values) ~= "table" then return true end
  local low, high = values[1], values[2]
  if #values == 2 and type(low) == "number" and type(high) == "number" and type(value) == "number" then
    return low <= value and value <= high
  end
  for _, each in ipairs(values) do
    if same(each, value) then return true end
  end
  return false
end

--- Whether an offer heeds every input that is not at its default, and plays the values of those that it limits.
local function heeds(offer, changed, inputs)
  local heeded = {}
  for name, values in pairs(offer["in"] or {}) do
    if type(name) == "number" then heeded[values] = true else heeded[name] = values end
  end
  for name in pairs(changed) do
    if not heeded[name] then return false end
  end
  for name, values in pairs(heeded) do
    if inputs[name] ~= nil and not allows(values, inputs[name]) then return false end
  end
  return true
end

--- What is wrong with an outcome: "effect 0, not 2"; empty where it is as the vector says.
local function faults(vector, offer, outcome)
  if outcome.raises then return "raises " .. outcome.raises end
  if vector.refused then return outcome.refused and "" or "allowed, not refused" end
  if outcome.refused then return offer.refuses and "refused (" .. outcome.refused .. "), not allowed" or "" end
  local given, wrong = offer.out and {} or vector.out, {}
  for _, name in ipairs(offer.out or {}) do given[name] = true end
  for name, value in pairs(vector.out) do
    if given[name] ~= nil and not same(outcome[name], value) then
      wrong[#wrong + 1] = ("%s %s, not %s"):format(name, outcome[name] == nil and "missing" or encode(outcome[name]), encode(value))
    end
  end
  table.sort(wrong)
  return table.concat(wrong, "; ")
end

--- Plays a vector file and prints what fails; returns the number of failures.
local function play_vectors(path)
  local file = assert(io.open(path or "", "rb"))
  local suite = decode(file:read("*a"))
  file:close()
  local count = { played = 0, failed = 0, known = 0 }
  for _, vector in ipairs(suite.vectors) do
    local offers, changed, inputs = {}, vector["in"] or {}, {}
    for name, value in pairs((suite.operations[vector.op] or {}).defaults or {}) do inputs[name] = value end
    for name, value in pairs(changed) do inputs[name] = value end
    for _, operation in ipairs(operations) do
      if operation.offer.op == vector.op then offers[#offers + 1] = operation.offer end
    end
    for _, offer in ipairs(offers) do
      local wanted = not offer.skip and heeds(offer, changed, inputs) and (offer.refuses or not vector.refused)
      local answer = wanted and play({ n = offer.n, ["in"] = inputs, faces = { vector.dice or 6 } })
      if answer and not answer.skip then
        local wrong = answer.dist and faults(vector, offer, decode(answer.dist)[1][1]) or answer.error and answer.error.message
        local key = offer.known and "known" or "failed"
        count.played = count.played + 1
        if wrong ~= "" then
          local place = #offers > 1 and " (" .. (offer.label or offer.at or "") .. ")" or ""
          print(vector.id .. ": " .. tostring(wrong) .. place .. (offer.known and " (known)" or ""))
          count[key] = count[key] + 1
        end
      end
    end
  end
  print(("%d vectors played, %d failed"):format(count.played, count.failed) .. (count.known > 0 and (", %d known"):format(count.known) or ""))
  return count.failed
end

-- ---- the protocol

local function start(request, vtt)
  if request.protocol ~= PROTOCOL then return { unsupported = { PROTOCOL } } end
  local answer, ops = { protocol = PROTOCOL, vtt = {}, dice = "tape", walks = true }, {}
  local about = { name = true, version = true, commit = true, issues = true }
  for name, value in pairs(vtt) do
    if about[name] then answer.vtt[name] = value else answer[name] = value end
  end
  for i, operation in ipairs(operations) do ops[i] = operation.offer end
  answer.ops = ops
  return answer
end

local function answer_to(request, vtt)
  if request.cmd == "start" then return answer_text(start(request, vtt)) end
  if request.cmd == "run" then return answer_text(play(request)) end
  if request.cmd == "stop" then return "{}" end
  if request.cmd ~= "batch" then error("unknown command " .. tostring(request.cmd), 0) end
  local all = {}
  for i, run in ipairs(request.runs) do all[i] = answer_text(play(run)) end
  return '{"all":' .. listed(all) .. "}"
end

--- Answers rawcheck until it stops; with `--vectors FILE` plays that file instead. Give your `name`, `edition` …
function probe.serve(vtt)
  for i, word in ipairs(arg or {}) do
    if word == "--vectors" then
      local done, failed = pcall(play_vectors, arg[i + 1])
      if not done then io.stderr:write(tostring(failed), "\n") end
      os.exit(not done and 2 or failed > 0 and 1 or 0)
    end
  end
  local answers = io.stdout
  io.stdout = io.stderr -- answers only: print and io.write go to stderr
  io.output(io.stderr)
  function print(...) -- luacheck: ignore
    local words = { ... }
    for i = 1, select("#", ...) do words[i] = tostring(words[i]) end
    io.stderr:write(table.concat(words, "\t"), "\n")
  end
  for line in io.stdin:lines() do
    local read, request = pcall(decode, line)
    if not read or type(request) ~= "table" then request = {} end
    local done, text = pcall(answer_to, request, vtt or {})
    if not done then text = answer_text({ error = { kind = "adapter", message = tostring(text) } }) end
    answers:write('{"seq":' .. encode(request.seq) .. (text == "{}" and "}" or "," .. text:sub(2)) .. "\n")
    answers:flush()
    if request.cmd == "stop" then break end
  end
end

return probe

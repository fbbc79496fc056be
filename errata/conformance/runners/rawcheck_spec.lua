-- Plays the test vectors of rawcheck with busted. In the current folder: rawcheck vectors --output rawcheck-vectors.json
local file = assert(io.open('rawcheck-vectors.json'))
local suite = require('dkjson').decode(file:read('*a')) -- which comes with busted
file:close()

local PLAY_CONTESTED = false -- also play what other sources of the rules have in another way
-- The operations that your code has: the inputs that it heeds (or only some of their values: range = { 'Short', 'Medium' }),
-- and a function from all inputs to outputs. `rawcheck vectors --list` lists all operations. One that refuses what the
-- rules forbid has `refuses = true`, and raises an error. Replace this example with a call of your own function:
local operations = {
  ['checks.characteristic_dm'] = { inputs = { score = true }, play = function(i)
    return { dm = i.score == 0 and -3 or math.min(3, math.floor(i.score / 3) - 2) }
  end },
}

for name, mine in pairs(operations) do
  assert(suite.operations[name], 'rawcheck has no ' .. name)
end

local function letters(name) return (name:lower():gsub('[%s%p]', '')) end
local function is_nothing(value) return value == nil or value == 0 or value == false or value == '' end
local function same(actual, wanted, within)
  if actual == nil then return is_nothing(wanted) or (type(wanted) == 'table' and next(wanted) == nil) end
  if type(actual) ~= type(wanted) then return false end
  if type(actual) == 'number' then return math.abs(actual - wanted) <= (within or 1e-9) end
  if type(actual) == 'string' then return letters(actual) == letters(wanted) end
  if type(actual) ~= 'table' then return actual == wanted end
  for name in pairs(actual) do if not same(wanted[name], actual[name]) then return false end end
  for name in pairs(wanted) do if not same(actual[name], wanted[name]) then return false end end
  return true
end
local function has(list, value)
  for _, each in ipairs(list) do if each == value then return true end end
  return false
end
local function is_played(vector, mine)
  for name in pairs(vector['in']) do if not mine.inputs[name] then return false end end
  local defaults = suite.operations[vector.op].defaults
  for name, heeded in pairs(mine.inputs) do
    local value = vector['in'][name]
    if value == nil then value = defaults[name] end
    if heeded ~= true and not has(heeded, value) then return false end
  end
  return not (vector.refused and not mine.refuses) and (PLAY_CONTESTED or not vector.contested)
end

describe('rawcheck', function()
  local random = math.random
  after_each(function() math.random = random end)
  for _, vector in ipairs(suite.vectors) do
    local mine, about = operations[vector.op], suite.operations[vector.op]
    if mine and is_played(vector, mine) then
      it(vector.id, function()
        math.random = function(low, high) -- all dice show one face
          local share = ((vector.dice or 6) - 0.5) / 6
          if not low then return share end
          if not high then low, high = 1, low end
          return low + math.floor((high - low + 1) * share)
        end
        local inputs = setmetatable({}, { __index = about.defaults })
        for name, value in pairs(vector['in']) do inputs[name] = value end
        if vector.refused then return assert.has_error(function() mine.play(inputs) end) end
        for name, value in pairs(mine.play(inputs)) do
          assert(has(about.outputs, name), vector.op .. ' has no output ' .. name)
          local wanted = vector.out[name]
          if wanted ~= nil and not same(value, wanted, name == 'percent' and 1) then assert.are.same(wanted, value) end
        end
      end)
    end
  end
end)

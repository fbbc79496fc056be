-- fantasy-grounds-stub: a small stand-in for Fantasy Grounds, with which the scripts of a ruleset load in plain Lua and
-- their functions can be called by a rawcheck adapter. It is not Fantasy Grounds: the database, dice, actions, options,
-- strings and messages work in a simple way; every other ...Manager does nothing. Load it after rawcheck-probe.lua,
-- from which every die is one draw (the platform rolls here, not the ruleset). Change it to what your ruleset needs.
-- Written by `rawcheck probe --init fantasy-grounds`; MIT licence.

local stub = { messages = {} } -- what was delivered to the chat; empty it before you call the ruleset
local nothing = function() end

-- ---- scripts

--- Loads a script of the ruleset as Fantasy Grounds does: its functions are the members of one global, `name`.
function stub.load(path, name)
  local script = setmetatable({}, { __index = _G })
  local chunk
  if setfenv then
    chunk = setfenv(assert(loadfile(path)), script) -- Lua 5.1
  else
    chunk = assert(loadfile(path, "t", script))
  end
  if name then _G[name] = script end
  chunk()
  if script.onInit then script.onInit() end
  return script
end

setmetatable(_G, {
  __index = function(globals, name)
    if type(name) ~= "string" or not name:find("Manager%w*$") then return nil end
    local manager = setmetatable({}, { __index = function() return nothing end })
    rawset(globals, name, manager)
    return manager
  end,
})

-- ---- the database: a node has a name, a parent, children or a value

DB = { addHandler = nothing, removeHandler = nothing }
local Node = {}
Node.__index = Node
local root = setmetatable({ name = "", children = {} }, Node)

local function find(path, make, from)
  if type(path) == "table" then return path end
  local node, dots = from or root, tostring(path):match("^%.*") -- ".." is the parent, "..." the parent's parent
  for _ = 2, #dots do node = node and node.parent end
  for name in tostring(path):gmatch("[^.]+") do
    if node then
      local child = node.children[name]
      if not child and not make then return nil end
      if not child then
        child = setmetatable({ name = name, parent = node, children = {} }, Node)
        node.children[name] = child
        -- Rulesets write node.getName() as well as DB.getName(node)
        for _, method in ipairs({ "getName", "getPath", "getParent", "getChild", "getChildren", "getValue", "setValue" }) do
          child[method] = function(...) return DB[method](child, ...) end
        end
      end
      node = child
    end
  end
  return node
end

local function at(place, path, make)
  local node = find(place, make)
  if not node or not path or path == "" then return node end
  return find(path, make, node)
end

function DB.findNode(path) return find(path) end

function DB.createNode(path) return find(path, true) end

function DB.createChild(place, name)
  local node, count = find(place, true), 1
  while not name and node.children[("id-%05d"):format(count)] do count = count + 1 end
  return at(node, name or ("id-%05d"):format(count), true)
end

function DB.deleteNode(place)
  local node = find(place)
  if node and node.parent then node.parent.children[node.name] = nil end
end

function DB.getValue(place, path, default)
  local node = at(place, path)
  if node and node.value ~= nil then return node.value end
  return default
end

--- setValue(node, "path", "number", 5), or node.setValue(5).
function DB.setValue(place, path, kind, value)
  if kind == nil and value == nil then
    find(place, true).value = path
  else
    at(place, path, true).value = value
  end
end

function DB.getName(place, path)
  local node = at(place, path)
  return node and node.name
end

function DB.getParent(place) return (find(place) or {}).parent end

function DB.getChild(place, path) return at(place, path) end

function DB.getChildren(place, path)
  local children = {}
  for name, child in pairs((at(place, path) or { children = {} }).children) do children[name] = child end
  return children
end

function DB.getChildList(place, path)
  local children = {}
  for _, child in pairs(DB.getChildren(place, path)) do children[#children + 1] = child end
  table.sort(children, function(a, b) return a.name < b.name end)
  return children
end

function DB.getChildCount(place, path) return #DB.getChildList(place, path) end

--- The path of a node, or a path made of words.
function DB.getPath(place, ...)
  local words = { ... }
  local node = type(place) == "table" and place
  while node and node.parent do
    table.insert(words, 1, node.name)
    node = node.parent
  end
  if type(place) == "string" then table.insert(words, 1, place) end
  return table.concat(words, ".")
end

--- Empties the database and the messages.
function stub.reset()
  root.children = {}
  stub.messages = {}
end

-- ---- dice and actions

StringManager = {}

--- "2d6+3" gives { "d6", "d6" }, 3.
function StringManager.convertStringToDice(text)
  local dice, modifier = {}, 0
  for sign, term in (text or ""):lower():gsub("%s", ""):gmatch("([+-]?)([%dd]+)") do
    local number, sides = term:match("^(%d*)d(%d+)$")
    for _ = 1, sides and (tonumber(number) or 1) or 0 do dice[#dice + 1] = sign:gsub("+", "") .. "d" .. sides end
    if not sides then modifier = modifier + (tonumber(sign .. term) or 0) end
  end
  return dice, modifier
end

--- Rolls the dice of a roll, each by one draw: "d6" becomes { type = "d6", result = 4 }.
function stub.roll(rRoll)
  for i, die in ipairs(rRoll.aDice or {}) do
    local kind = type(die) == "table" and die.type or die
    local result = math.random(tonumber(kind:match("%d+$")))
    rRoll.aDice[i] = { type = kind, result = kind:sub(1, 1) == "-" and -result or result }
  end
  return rRoll
end

local handlers = { mod = {}, post = {}, result = {} }
ActionsManager = {
  registerModHandler = function(kind, fn) handlers.mod[kind] = fn end,
  registerPostRollHandler = function(kind, fn) handlers.post[kind] = fn end,
  registerResultHandler = function(kind, fn) handlers.result[kind] = fn end,
  registerTargetingHandler = nothing,
  outputResult = function(_, _, _, long) Comm.deliverChatMessage(long) end,
}

--- Rolls and hands the roll to the ruleset's handlers, against a target if there is one; returns the roll.
function stub.act(rSource, rTarget, rRoll)
  for _, step in ipairs({ "mod", "post", "result" }) do
    if step == "post" then stub.roll(rRoll) end
    local handler = handlers[step][rRoll.sType]
    if handler and step == "post" then handler(rSource, rRoll) end
    if handler and step ~= "post" then handler(rSource, rTarget, rRoll) end
  end
  return rRoll
end

function ActionsManager.performAction(_, rActor, rRoll) return stub.act(rActor, nil, rRoll) end

function ActionsManager.total(rRoll)
  local total = rRoll.nMod or 0
  for _, die in ipairs(rRoll.aDice or {}) do
    if not die.dropped then total = total + (die.result or 0) end
  end
  return total
end

function ActionsManager.createActionMessage(_, rRoll)
  return { text = rRoll.sDesc, dice = rRoll.aDice, diemodifier = rRoll.nMod }
end

DiceManager = { convertStringToDice = StringManager.convertStringToDice }
DiceRollManager = { getActorDice = function(dice) return dice end }

-- ---- strings, options, messages, actors

function StringManager.trim(text) return text and text:match("^%s*(.-)%s*$") end

function StringManager.capitalize(text) return text and text:sub(1, 1):upper() .. text:sub(2) end

function StringManager.capitalizeAll(text) return text and (text:gsub("(%a)([%w']*)", function(a, b) return a:upper() .. b end)) end

function StringManager.contains(list, text)
  for _, each in ipairs(list) do
    if each == text then return true end
  end
  return false
end

function StringManager.startsWith(text, start) return text:sub(1, #start) == start end

function StringManager.isNumberString(text) return tonumber(text) ~= nil end

function StringManager.split(text, sign, trimmed)
  local words = {}
  for word in (text .. sign):gmatch("(.-)" .. sign:gsub("%p", "%%%0")) do
    word = trimmed and StringManager.trim(word) or word
    if word ~= "" then words[#words + 1] = word end
  end
  return words
end

local options = {}
OptionsManager = {
  registerOption = nothing, registerOption2 = nothing, registerCallback = nothing, unregisterCallback = nothing,
  getOption = function(name) return options[name] or "" end,
  isOption = function(name, value) return options[name] == value end,
}
--- Sets an option of the ruleset, as a player does in the options window.
function stub.option(name, value) options[name] = value end

Interface = setmetatable({ getString = function(name) return name end }, { __index = function() return nothing end })
ModifierStack = { getSum = function() return 0 end, getModifierKey = function() return false end, reset = nothing }
ModifierStack.applyToRoll, ModifierStack.addSlot, ModifierStack.setModifierKey = nothing, nothing, nothing
Input = { isShiftPressed = function() return false end, isControlPressed = function() return false end }
Session = { IsHost = true, IsLocal = true, UserName = "rawcheck" }
User = { isHost = function() return true end, getUsername = function() return "rawcheck" end, ringBell = nothing }
Debug = { console = print, chat = print }
ChatManager = { SystemMessage = function(text) Comm.deliverChatMessage({ text = text }) end }
ChatManager.Message = ChatManager.SystemMessage

local receivers = {}
OOBManager = { registerOOBMsgHandler = function(kind, fn) receivers[kind] = fn end }
local function record(message) stub.messages[#stub.messages + 1] = message end
Comm = { deliverChatMessage = record, addChatMessage = record }

--- Messages between computers arrive at once; their values become text, as there.
function Comm.deliverOOBMessage(message)
  local received = {}
  for name, value in pairs(message) do received[name] = tostring(value) end
  if receivers[message.type] then receivers[message.type](received) end
end

--- An actor is { sCreatureNode = path }; a path or a node is made into one.
ActorManager = setmetatable({
  resolveActor = function(actor)
    if type(actor) == "table" and actor.sCreatureNode then return actor end
    return actor and { sType = "pc", sCreatureNode = DB.getPath(actor), sName = DB.getValue(actor, "name", "") } or nil
  end,
  getCreatureNode = function(rActor) return rActor and DB.findNode(rActor.sCreatureNode) end,
  getCreatureNodeName = function(rActor) return rActor and rActor.sCreatureNode or "" end,
  getCTNode = function(rActor) return rActor and DB.findNode(rActor.sCreatureNode) end,
  getCTNodeName = function(rActor) return rActor and rActor.sCreatureNode or "" end,
  getTypeAndNode = function(rActor) return rActor.sType, DB.findNode(rActor.sCreatureNode) end,
  getDisplayName = function(rActor) return rActor and rActor.sName or "" end,
  isPC = function(rActor) return rActor and rActor.sType == "pc" end,
}, { __index = function() return nothing end })

return stub

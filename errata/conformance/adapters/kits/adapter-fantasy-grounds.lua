-- An adapter for rawcheck, for a ruleset of Fantasy Grounds: it says which of the ruleset's functions answer which rules.
-- Begin here, then run
--   rawcheck probe -- lua5.1 rawcheck-adapter.lua
package.path = arg[0]:match("^(.-)[^/\\]*$") .. "?.lua;" .. package.path -- files beside this one
local probe = require("rawcheck-probe") -- before the ruleset, since it replaces math.random
local stub = require("fantasy-grounds-stub") -- DB, ActionsManager, Comm … for plain Lua
-- stub.load("scripts/manager_action_shipattack.lua", "ActionShipAttack") -- its functions become ActionShipAttack.…

-- This one is right as it stands. Call your own function instead: `at` says where it is, `takes` which inputs it heeds,
-- and the function turns the scene into your call and your result into outputs.
probe.op("checks.characteristic_dm", { at = "rawcheck-adapter.lua:11", takes = { "score" } }, function(scene)
  if scene.score <= 0 then return { dm = -3 } end
  return { dm = math.min(3, math.floor(scene.score / 3) - 2) }
end)

-- The platform rolls the dice: stub.act rolls a rRoll and hands it to the ruleset's handlers. This one is right too.
probe.op("dice.roll", { at = "rawcheck-adapter.lua:17", takes = { dice = { "1D", "2D", "3D" } } }, function(scene)
  local dice, modifier = StringManager.convertStringToDice(scene.dice .. "6")
  return { total = ActionsManager.total(stub.act(nil, nil, { sType = "dice", aDice = dice, nMod = modifier })) }
end)

-- A function that answers by a chat message: empty the database, call it, and read the figures out of the message.
-- probe.op("space.attack", { at = "scripts/manager_action_shipattack.lua:119", takes = { "gunner" }, out = { "hit" } }, function(scene)
--   stub.reset()
--   local rRoll = ActionShipAttack.getRoll(nil, { label = "Pulse Laser", modifier = scene.gunner })
--   stub.act(nil, nil, rRoll)
--   return { hit = stub.messages[1].effectresulttext:find("HIT") ~= nil }
-- end)

probe.serve({ name = "my ruleset", edition = "2022" }) -- "2016" for the core rulebook of that year

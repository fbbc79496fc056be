-- An adapter for rawcheck: it says which of this project's functions answer which rules. Begin here, then run
--   rawcheck probe -- lua rawcheck-adapter.lua
package.path = arg[0]:match("^(.-)[^/\\]*$") .. "?.lua;" .. package.path -- files beside this one
local probe = require("rawcheck-probe") -- before your own modules, since it replaces math.random
-- local combat = require("combat")

-- This one is right as it stands. Call your own function instead: `at` says where it is, `takes` which inputs it heeds,
-- and the function turns the scene into your call and your result into outputs.
probe.op("checks.characteristic_dm", { at = "rawcheck-adapter.lua:9", takes = { "score" } }, function(scene)
  if scene.score <= 0 then return { dm = -3 } end
  return { dm = math.min(3, math.floor(scene.score / 3) - 2) }
end)

-- Dice are rolled by your own code: rawcheck replaces math.random and plays every way in which they can fall. An input
-- can be limited: to some values, as `weapon`, or to the lowest and highest number, as `gunner`. `out` names the outputs
-- that you have.
-- probe.op("space.attack", { at = "combat.lua:40", takes = { weapon = { "Pulse Laser" }, range = true, gunner = { 0, 5 } }, out = { "hit", "damage" } }, function(scene)
--   local result = combat.attack(scene.weapon, scene.range:lower(), scene.gunner)
--   return result.hit and { hit = true, damage = result.damage } or { hit = false }
-- end)

-- Where the rules forbid something and your code does too, say `refuses = true`, and call probe.refuse("why") in the
-- function.

probe.serve({ name = "my VTT", edition = "2022" }) -- "2016" for the core rulebook of that year

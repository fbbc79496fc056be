package.path = arg[0]:match("^(.-)[^/\\]*$") .. "?.lua;" .. package.path
local probe = require("rawcheck-probe")
local rules = require("rules")

local function number(value)
  local over = type(value) == "string" and value:find("/")
  return over and value:sub(1, over - 1) / value:sub(over + 1) or tonumber(value)
end

probe.op("checks.check", { at = "rules.lua:17", takes = { "dm", "boons", "banes" } }, function(s)
  return rules.check(s.dm, s.boons, s.banes)
end)
probe.op("space.attack", {
  at = "rules.lua:28",
  takes = { weapon = { "Pulse Laser", "Pulse Laser Barbette" }, range = { "Adjacent", "Close", "Short", "Medium", "Long" }, gunner = true, armour = true, evasion = true },
  out = { "hit", "effect", "damage" },
}, function(s) return rules.attack(s.weapon, s.range, s.gunner, s.armour, s.evasion) end)
probe.op("space.severity", { at = "rules.lua:36", takes = { "effect", "damage" } }, function(s)
  return { severity = rules.severity(s.effect, s.damage) }
end)
probe.op("space.range_band", { at = "rules.lua:41", takes = { "km" } }, function(s)
  return { band = rules.rangeBand(number(s.km)) }
end)
probe.op("personal.dodge", { at = "rules.lua:50", takes = { "dex_dm", "athletics" } }, function(s)
  return { dm = rules.dodge(s.dex_dm, s.athletics) }
end)
probe.op("personal.smart", { at = "rules.lua:54", takes = { "weapon_tl", "target_tl" } }, function(s)
  return { dm = rules.smart(s.weapon_tl, s.target_tl) }
end)
probe.op("personal.hurt", { at = "rules.lua:58", takes = { "str", "dex", "end", "damage" }, out = { "end", "rest" } }, function(s)
  return rules.hurt(s.str, s.dex, s["end"], s.damage)
end)
probe.serve({ name = "a small VTT", edition = "2016" })

-- A small VTT, right in all that it does.
local rules = {}

local function dice(number)
  local total = 0
  for _ = 1, number do total = total + math.random(6) end
  return total
end

function rules.roll(boons, banes)
  if boons == banes then return dice(2) end
  local faces = { math.random(6), math.random(6), math.random(6) }
  table.sort(faces)
  return boons > banes and faces[2] + faces[3] or faces[1] + faces[2]
end

function rules.check(dm, boons, banes)
  local effect = rules.roll(boons, banes) + dm - 8
  return { success = effect >= 0, effect = effect }
end

local RANGE_DM = { Adjacent = 0, Close = 0, Short = 1, Medium = 0, Long = -2 }
local WEAPONS = {
  ['Pulse Laser'] = { dice = 2, dm = 2, multiple = 1 },
  ['Pulse Laser Barbette'] = { dice = 3, dm = 2, multiple = 3 },
}

function rules.attack(weapon, range, gunner, armour, evasion)
  local found = WEAPONS[weapon]
  local effect = rules.roll(0, 0) + gunner + found.dm + RANGE_DM[range] - (evasion or 0) - 8
  if effect < 0 then return { hit = false } end
  local damage = math.max(0, dice(found.dice) + effect - armour) * found.multiple
  return { hit = true, effect = effect, damage = damage }
end

function rules.severity(effect, damage)
  if effect < 6 or damage <= 0 then return 0 end
  return math.min(6, math.ceil(damage / 10))
end

function rules.rangeBand(km)
  local bands = { { 1, 'Adjacent' }, { 10, 'Close' }, { 1250, 'Short' }, { 10000, 'Medium' }, { 25000, 'Long' },
    { 50000, 'Very Long' } }
  for _, band in ipairs(bands) do
    if km <= band[1] then return band[2] end
  end
  return 'Distant'
end

function rules.dodge(dexDm, athletics)
  return -math.max(0, dexDm, athletics)
end

function rules.smart(weaponTl, targetTl)
  return math.min(6, math.max(1, weaponTl - targetTl))
end

function rules.hurt(str, dex, stamina, damage)
  local first = math.min(stamina, damage)
  local rest = math.max(0, str + dex - (damage - first))
  return { ['end'] = stamina - first, rest = rest }
end

return rules

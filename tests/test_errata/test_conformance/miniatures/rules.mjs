// A small VTT, right in all that it does.
const d6 = () => Math.floor(Math.random() * 6) + 1;
const dice = (n) => Array.from({ length: n }, d6).reduce((sum, face) => sum + face, 0);

export function roll(boons, banes) {
  if (boons === banes) return dice(2);
  const [low, middle, high] = [d6(), d6(), d6()].sort((a, b) => a - b);
  return boons > banes ? middle + high : low + middle;
}

export function check(dm, boons, banes) {
  const effect = roll(boons, banes) + dm - 8;
  return { success: effect >= 0, effect };
}

const RANGE_DM = { Adjacent: 0, Close: 0, Short: 1, Medium: 0, Long: -2 };
const WEAPONS = {
  'Pulse Laser': { dice: 2, dm: 2, multiple: 1 },
  'Pulse Laser Barbette': { dice: 3, dm: 2, multiple: 3 },
};

export function attack({ weapon, range, gunner, armour, evasion }) {
  const { dice: number, dm, multiple } = WEAPONS[weapon];
  const effect = roll(0, 0) + gunner + dm + RANGE_DM[range] - (evasion ?? 0) - 8;
  if (effect < 0) return { hit: false };
  const damage = Math.max(0, dice(number) + effect - armour) * multiple;
  return { hit: true, effect, damage };
}

export function severity(effect, damage) {
  if (effect < 6 || damage <= 0) return 0;
  return Math.min(6, Math.ceil(damage / 10));
}

const BANDS = [[1, 'Adjacent'], [10, 'Close'], [1250, 'Short'], [10000, 'Medium'], [25000, 'Long'], [50000, 'Very Long']];
export function rangeBand(km) {
  for (const [limit, name] of BANDS) if (km <= limit) return name;
  return 'Distant';
}

export function dodge(dexDm, athletics) {
  return -Math.max(0, dexDm, athletics);
}

export function smart(weaponTl, targetTl) {
  return Math.min(6, Math.max(1, weaponTl - targetTl));
}

export function hurt({ str, dex, end, damage }) {
  const first = Math.min(end, damage);
  const rest = Math.max(0, str + dex - (damage - first));
  return { end: end - first, rest };
}

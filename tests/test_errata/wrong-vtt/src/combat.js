// Attack DMs by range band.
export const RANGE_DM = {
  adjacent: 0,
  close: 0,
  short: -2,
  medium: 0,
  long: -2,
  veryLong: -4,
  distant: -6,
};

export function attackDM(shot) {
  let dm = shot.gunner + RANGE_DM[shot.range];
  if (shot.target.sensorLock) dm += 2;
  return dm;
}

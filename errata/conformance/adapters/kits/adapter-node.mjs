// An adapter for rawcheck: it says which of this project's functions answer which rules. Begin here, then run
//   rawcheck probe -- node rawcheck-adapter.mjs
import { op, serve } from './rawcheck-probe.mjs'; // before your own modules, since it replaces Math.random
// import { characteristicDm } from './lib/characters.js';
// import { attack } from './lib/combat.js';

// This one is right as it stands. Call your own function instead: `at` says where it is, `in` which inputs it heeds,
// and the function turns the scene into your call and your result into outputs.
op('checks.characteristic_dm', { at: 'rawcheck-adapter.mjs:9', in: ['score'] }, (scene) => {
  if (scene.score <= 0) return { dm: -3 };
  return { dm: Math.min(3, Math.floor(scene.score / 3) - 2) };
});

// Dice are rolled by your own code: rawcheck replaces Math.random and plays every way in which they can fall. An input
// can be limited: to some values, as `weapon`, or to the lowest and highest number, as `gunner`. `out` names the outputs
// that you have. The function may be async.
// op('space.attack', { at: 'lib/combat.js:40', in: { weapon: ['Pulse Laser', 'Beam Laser'], range: true, gunner: [0, 5] }, out: ['hit', 'damage'] }, (scene) => {
//   const result = attack({ weapon: scene.weapon, range: scene.range.toLowerCase(), gunner: scene.gunner });
//   return result.hit ? { hit: true, damage: result.damage } : { hit: false };
// });

// Where the rules forbid something and your code does too, say `refuses: true`, and refuse('why') in the function
// (import it from the kit too).

serve({ name: 'my VTT', edition: '2022' }); // '2016' for the core rulebook of that year

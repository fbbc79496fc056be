// An adapter for rawcheck, for a Foundry system: it says which of the system's functions answer which rules. Begin
// here, then run
//   rawcheck probe -- node rawcheck-adapter.mjs
import { op, serve } from './rawcheck-probe.mjs';
import './foundry-stub.mjs'; // before the system: Roll, game, Actor … for plain node
// import { messages } from './foundry-stub.mjs'; // what ChatMessage.create and Roll.toMessage were given
// import { MGT2 } from './module/helpers/config.mjs';
// import { rollSpaceAttack } from './module/helpers/dice-rolls.mjs';
// CONFIG.MGT2 = MGT2;

// This one is right as it stands. Call your own function instead: `at` says where it is, `in` which inputs it heeds,
// and the function turns the scene into your call and your result into outputs.
op('checks.characteristic_dm', { at: 'rawcheck-adapter.mjs:13', in: ['score'] }, (scene) => {
  if (scene.score <= 0) return { dm: -3 };
  return { dm: Math.min(3, Math.floor(scene.score / 3) - 2) };
});

// Rolls of the stub take their dice from rawcheck, which plays every way in which they can fall. This one is right too.
op('dice.roll', { at: 'rawcheck-adapter.mjs:19', in: { dice: ['1D', '2D', '3D'] } }, async (scene) => {
  const roll = await new Roll(`${scene.dice}6`).evaluate();
  return { total: roll.total };
});

// A function that answers by a chat message: empty `messages`, call it, and read the figures out of the message.
// op('space.attack', { at: 'module/helpers/dice-rolls.mjs:669', in: ['range', 'gunner'], out: ['hit', 'damage'] }, async (scene) => {
//   messages.length = 0;
//   await rollSpaceAttack(new Actor({ type: 'spacecraft' }), null, WEAPON, { rangeDM: scene.range === 'Short' ? 1 : 0 });
//   const damage = /data-damage="(\d+)"/.exec(messages[0].content);
//   return damage ? { hit: true, damage: Number(damage[1]) } : { hit: false };
// });

serve({ name: 'my system', edition: '2022' }); // '2016' for the core rulebook of that year

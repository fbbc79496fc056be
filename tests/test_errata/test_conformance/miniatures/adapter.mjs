import { op, serve } from './rawcheck-probe.mjs';
import { attack, check, dodge, hurt, rangeBand, severity, smart } from './rules.mjs';

op('checks.check', { at: 'rules.mjs:11', in: ['dm', 'boons', 'banes'] }, (s) => check(s.dm, s.boons, s.banes));
op('space.attack', {
  at: 'rules.mjs:22',
  in: { weapon: ['Pulse Laser', 'Pulse Laser Barbette'], range: ['Adjacent', 'Close', 'Short', 'Medium', 'Long'], gunner: true, armour: true, evasion: true },
  out: ['hit', 'effect', 'damage'],
}, attack);
op('space.severity', { at: 'rules.mjs:30', in: ['effect', 'damage'] }, (s) => ({ severity: severity(s.effect, s.damage) }));
op('space.range_band', { at: 'rules.mjs:36', in: ['km'] }, (s) => ({ band: rangeBand(Number(s.km)) }));
op('personal.dodge', { at: 'rules.mjs:41', in: ['dex_dm', 'athletics'] }, (s) => ({ dm: dodge(s.dex_dm, s.athletics) }));
op('personal.smart', { at: 'rules.mjs:45', in: ['weapon_tl', 'target_tl'] }, (s) => ({ dm: smart(s.weapon_tl, s.target_tl) }));
op('personal.hurt', { at: 'rules.mjs:49', in: ['str', 'dex', 'end', 'damage'], out: ['end', 'rest'] }, hurt);
serve({ name: 'a small VTT', edition: '2016' });

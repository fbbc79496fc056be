// Plays the test vectors of rawcheck with jest. Beside this file: rawcheck vectors --output rawcheck-vectors.json
const suite = require('./rawcheck-vectors.json');

const PLAY_CONTESTED = false; // also play what other sources of the rules have in another way
// The operations that your code has: the inputs that it heeds (or only some of their values: range: ['Short', 'Medium']),
// and a function from all inputs to outputs. `rawcheck vectors --list` lists all operations. One that refuses what the
// rules forbid has `refuses: true`, and throws. Replace this example with a call of your own function:
const operations = {
  'checks.characteristic_dm': {
    in: { score: true },
    play: ({ score }) => ({ dm: score === 0 ? -3 : Math.min(3, Math.floor(score / 3) - 2) }),
  },
};

const letters = name => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
function same(actual, wanted, within = 1e-9) {
  if (typeof actual === 'number' && typeof wanted === 'number') return Math.abs(actual - wanted) <= within;
  if (typeof actual === 'string' && typeof wanted === 'string') return letters(actual) === letters(wanted);
  if (!actual || !wanted || typeof wanted !== 'object') return (actual ?? null) === wanted || (actual == null && !wanted);
  const names = Object.keys({ ...actual, ...wanted });
  return names.every(name => same(actual[name], wanted[name]));
}

afterEach(() => jest.restoreAllMocks());
for (const [op, { in: heeded, refuses, play }] of Object.entries(operations)) {
  const { defaults, outputs } = suite.operations[op] ?? {};
  for (const name in heeded) if (!(name in (defaults ?? {}))) throw new Error(`rawcheck has no ${op} with ${name}`);
  for (const { id, in: changed, dice = 6, out, refused, contested } of suite.vectors.filter(vector => vector.op === op)) {
    const inputs = { ...defaults, ...changed };
    const heeds = name => heeded[name] === true || (heeded[name] ? heeded[name].includes(inputs[name]) : !(name in changed));
    if (!Object.keys(inputs).every(heeds) || (refused && !refuses) || (contested && !PLAY_CONTESTED)) continue;
    test(id, async () => {
      jest.spyOn(Math, 'random').mockReturnValue((dice - 0.5) / 6); // all dice show one face
      if (refused) return expect(async () => play(inputs)).rejects.toThrow();
      const given = await play(inputs);
      expect(outputs).toEqual(expect.arrayContaining(Object.keys(given)));
      if (!Object.keys(out).some((name) => name in given)) expect(given).toEqual(out); // nothing would be compared
      for (const name of Object.keys(given).filter(name => name in out)) {
        if (!same(given[name], out[name], name === 'percent' ? 1 : 1e-9)) expect({ [name]: given[name] }).toEqual({ [name]: out[name] });
      }
    });
  }
}

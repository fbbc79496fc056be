// rawcheck-probe: plays this project's own rules functions for `rawcheck probe`, which compares them with the rules of
// Mongoose Traveller 2e. An adapter beside this file names the functions; this file speaks the protocol rawcheck-probe/1
// over stdin and stdout. Math.random, crypto.randomInt and crypto.getRandomValues are replaced while a function is
// played, so that every way in which the dice can fall is tried. It writes no files and opens no connections. No
// dependencies; Node 14.18 or later. Written by `rawcheck probe --init node`; MIT licence.
'use strict';
const { AsyncLocalStorage } = require('node:async_hooks');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');
const { performance } = require('node:perf_hooks');
const { fileURLToPath } = require('node:url');
const { syncBuiltinESMExports } = require('node:module');

const PROTOCOL = 'rawcheck-probe/1';
const MOST_DRAWS = 200;
const TOO_MANY = `more than ${MOST_DRAWS} draws in one run`;
const OPTIONS = 'at label in out refuses skip known issue dice grid edition house'.split(' ');
const LATE_MS = 5; // how long a scene waits for the timers and promises that it left behind

// ---- dice

let playing = false; // outside of a run chance is left alone
let tape = []; // the faces that the run shows, one for each draw
let taken = 0; // draws of this run
let filler = null; // the face after the end of the tape; null: the tape is too short
let grid = 6;
let tooMany = false;
let tooShort = false;

const random = Math.random;
const randomInt = crypto.randomInt;
const getRandomValues = crypto.webcrypto.getRandomValues.bind(crypto.webcrypto);

/** The next random number, 0 <= u < 1: the middle of one of the grid's parts. A die of s sides shows floor(u * s) + 1. */
function draw() {
  if (!playing) return random();
  if (taken >= MOST_DRAWS) {
    tooMany = true;
    throw new Error(TOO_MANY);
  }
  if (taken >= tape.length) {
    if (filler === null) {
      tooShort = true;
      throw new Error('the tape is too short');
    }
    tape.push(filler);
  }
  return (tape[taken++] - 0.5) / grid;
}

Math.random = draw;
crypto.randomInt = (low, high, done) => {
  if (!playing) return randomInt(low, high, done);
  if (typeof high === 'function') [high, done] = [undefined, high];
  if (high === undefined) [low, high] = [0, low];
  const value = low + Math.floor(draw() * (high - low));
  return done ? setImmediate(done, null, value) : value;
};
// One draw for each element: near u * 2^bits, and with the face's remainder, for those who write `% 6` as for those who divide.
crypto.webcrypto.getRandomValues = (array) => {
  if (!playing) return getRandomValues(array);
  const whole = (number) => (typeof array[0] === 'bigint' ? BigInt(number) : number);
  for (let i = 0; i < array.length; i += 1) {
    const u = draw();
    const value = Math.floor(u * 2 ** Math.min(array.BYTES_PER_ELEMENT * 8, 52));
    array[i] = whole(value - (value % grid) + Math.floor(u * grid));
  }
  return array;
};
syncBuiltinESMExports();

// ---- operations

const operations = [];

/** Offers one of your functions: `fn` takes the scene's inputs and returns an object of outputs, or a promise of one. */
function op(name, options, fn) {
  const unknown = Object.keys(options).filter((option) => !OPTIONS.includes(option));
  if (unknown.length) throw new Error(`op('${name}'): unknown option '${unknown[0]}'; known are ${OPTIONS.join(', ')}`);
  if (typeof fn !== 'function') throw new Error(`op('${name}'): the third argument must be a function`);
  operations.push({ fn, offer: { n: operations.length, op: name, in: [], ...options }, grid: options.grid || 6, checked: false });
}

class Refusal extends Error {}
class Skip extends Error {}
class Fault extends Error {} // of the adapter or this kit, never of the functions that are played

/** Says that the rules here do not allow what the scene asks for. */
function refuse(reason) {
  throw new Refusal(String(reason));
}

/** Says that this scene cannot be played here. */
function skip(reason, issue) {
  throw Object.assign(new Skip(String(reason)), { issue });
}

// ---- outcomes

/** A value as JSON with sorted keys; what JSON lacks is tagged: {"$":"NaN"}. */
function canonical(value) {
  switch (typeof value) {
    case 'number': return Number.isFinite(value) ? String(value) : `{"$":"${value}"}`;
    case 'string': return JSON.stringify(value);
    case 'boolean': return String(value);
    case 'undefined': return '{"$":"undefined"}';
    case 'bigint': return Number.isSafeInteger(Number(value)) ? String(value) : `"${value}"`;
    case 'object': break;
    default: throw new Error(`a ${typeof value} is no output`);
  }
  if (value === null) return 'null';
  if (typeof value.toJSON === 'function') return canonical(value.toJSON());
  if (Array.isArray(value)) return `[${Array.from(value, canonical).join()}]`;
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

/** The outcome that a function returned, as JSON. */
function outcomeOf(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Fault(`the operation must return an object of outputs, not ${Array.isArray(value) ? 'an array' : String(value)}`);
  }
  try {
    return canonical(value);
  } catch (error) {
    throw new Fault(`the outcome cannot be written as JSON (${error instanceof RangeError ? 'it is cyclic or too deep' : error.message})`);
  }
}

/** Where an error was thrown: the first frame inside the working folder that is not this kit, else the first one. */
function whereOf(error) {
  const frames = String((error && error.stack) || '').split('\n').map((line) => /^\s+at (?:.*\()?(.+?:\d+:\d+)\)?$/.exec(line));
  const places = frames.filter(Boolean).map(([, at]) => (at.startsWith('file:') ? fileURLToPath(at.replace(/(:\d+){2}$/, '')) + /(:\d+){2}$/.exec(at)[0] : at));
  const ours = places.filter((place) => !place.startsWith(__filename) && !place.startsWith('node:'));
  const inside = ours.map((place) => path.relative(process.cwd(), place)).find((place) => !/^\.\.|^node_modules/.test(place) && !path.isAbsolute(place));
  const place = inside || ours[0];
  return place && place.replace(/\\/g, '/');
}

/** The outcome of a run that threw, as JSON. */
function thrownBy(error) {
  if (error instanceof Skip || error instanceof Fault) throw error;
  if (error instanceof Refusal) return canonical({ refused: error.message });
  let raises;
  try { raises = String(error).slice(0, 1000); } catch { raises = 'an object without text'; }
  const where = whereOf(error);
  return canonical(where ? { raises, where } : { raises });
}

// ---- errors that come after a function has returned

const scenes = new AsyncLocalStorage();
const endOfTurn = setImmediate;

function lateError(error) {
  const scene = scenes.getStore();
  if (scene && scene.open) scene.late = scene.late || { error };
  else process.stderr.write(`rawcheck-probe: an error came too late to belong to a scene: ${error && error.stack || error}\n`);
}

function busy() {
  if (!process.getActiveResourcesInfo) return 0;
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout' || resource.startsWith('FSReq')).length;
}

/** Plays `body`; returns its value, and the error that came late, if one did. */
async function watched(body) {
  const scene = { open: true, late: null };
  const before = busy();
  const value = await scenes.run(scene, body);
  const end = performance.now() + LATE_MS;
  do await new Promise((done) => { endOfTurn(done); }); while (!scene.late && busy() > before && performance.now() < end);
  scene.open = false;
  return { value, late: scene.late };
}

// ---- playing scenes

/** One run along the tape: its outcome as JSON (or a promise of it); null where the tape was too short. */
function runOnce(fn, input) {
  taken = 0;
  tooMany = tooShort = false;
  try {
    const value = fn(input);
    if (value && typeof value.then === 'function') return value.then((result) => ended(outcomeOf, result), (error) => ended(thrownBy, error));
    return ended(outcomeOf, value);
  } catch (error) {
    return ended(thrownBy, error);
  }
}

function ended(asOutcome, value) {
  if (tooShort) return null;
  return tooMany ? canonical({ raises: TOO_MANY }) : asOutcome(value);
}

/** All ways of the dice: count up the last draw, cut the tape there, until no tape is left. */
async function walk(run, faces, limit, deadline) {
  const following = new Map(faces.map((face, i) => [face, faces[i + 1]]));
  const outcomes = new Map();
  let runs = 0;
  let most = 0;
  tape = [];
  filler = faces[0];
  for (;;) {
    let outcome = run();
    if (outcome instanceof Promise) outcome = await outcome;
    if (taken < tape.length) throw new Fault('the function keeps state between calls: it drew fewer dice than before');
    runs += 1;
    most = Math.max(most, taken);
    let entry = outcomes.get(outcome);
    if (!entry) outcomes.set(outcome, (entry = { ways: {}, tape: tape.slice() }));
    entry.ways[taken] = (entry.ways[taken] || 0) + 1;
    while (tape.length && following.get(tape[tape.length - 1]) === undefined) tape.pop();
    if (!tape.length) return { dist: Array.from(outcomes, ([text, { ways, tape: first }]) => [JSON.parse(text), ways, first]), runs, most };
    if (runs >= limit || performance.now() > deadline) return { over: runs, most };
    tape.push(following.get(tape.pop()));
  }
}

async function replay(run, tapes) {
  const outs = [];
  filler = null;
  for (const faces of tapes) {
    tape = faces.slice();
    const outcome = await run();
    outs.push(outcome === null ? null : [JSON.parse(outcome), taken]);
  }
  return { outs };
}

async function sample(run, samples, deadline) {
  const counts = new Map();
  playing = false;
  for (let i = 1; i <= samples; i += 1) {
    let outcome = run();
    if (outcome instanceof Promise) outcome = await outcome;
    counts.set(outcome, (counts.get(outcome) || 0) + 1);
    if (performance.now() > deadline) return { over: i, most: 0 };
  }
  return { counts: Array.from(counts, ([text, count]) => [JSON.parse(text), count]) };
}

async function checkState(operation, run, faces) {
  const once = [];
  filler = faces[0];
  for (let i = 0; i < 2; i += 1) {
    tape = [];
    once.push(await run(), taken);
  }
  if (once[0] !== once[2] || once[1] !== once[3]) throw new Fault('the function keeps state between calls');
  operation.checked = true;
}

async function played(request, operation, run) {
  const { tapes, samples, limit = 60000, ms = Infinity, faces = Array.from({ length: operation.grid }, (_, i) => i + 1) } = request;
  const deadline = performance.now() + ms;
  playing = true;
  try {
    if (samples) return await sample(run, samples, deadline);
    if (tapes) return await replay(run, tapes);
    if (!operation.checked) await checkState(operation, run, faces);
    return await walk(run, faces, limit, deadline);
  } finally {
    playing = false;
  }
}

/** The answer to one scene. An error that came late is found again with a pause after each run, and so in its own run. */
async function scene(request) {
  try {
    const operation = operations[request.n];
    if (!operation) throw new Fault(`there is no operation ${request.n}`);
    const text = JSON.stringify(request.in || {});
    const flat = !/[[{]/.test(text.slice(1));
    const run = () => runOnce((input) => operation.fn(input, request.rolls), flat ? { ...request.in } : JSON.parse(text));
    grid = operation.grid;
    const { value, late } = await watched(() => played(request, operation, run).catch((error) => ({ thrown: error })));
    if (value.thrown) throw value.thrown;
    if (!late) return value;
    let again = false;
    const slowly = async () => {
      const one = await watched(async () => ({ outcome: await run() }));
      again = again || Boolean(one.late);
      return one.late ? thrownBy(one.late.error) : one.value.outcome;
    };
    const answer = await played(request, operation, slowly);
    return again ? answer : { dist: [[JSON.parse(thrownBy(late.error)), { 0: 1 }, []]], runs: 1, most: 0 };
  } catch (error) {
    if (error instanceof Skip) return { skip: error.message, issue: error.issue };
    return { error: { kind: 'adapter', message: error.message, stack: error.stack } };
  }
}

// ---- vectors

const spelling = (value) => String(value).toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function same(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= 1e-9;
  if (typeof a === 'string' && typeof b === 'string') return a === b || (spelling(a) !== '' && spelling(a) === spelling(b));
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => same(value, b[i]));
  if (a && b && typeof a === 'object' && typeof b === 'object') return Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => same(a[key], b[key]));
  return a === b;
}

/** Whether an offer heeds every input that is not at its default, and plays the values of those that it limits. */
function heeds(offer, changed, input) {
  const heeded = Array.isArray(offer.in) ? Object.fromEntries(offer.in.map((name) => [name, true])) : offer.in || {};
  const allowed = (values, value) => {
    if (!Array.isArray(values)) return true;
    const [low, high] = values;
    if (values.length === 2 && typeof low === 'number' && typeof high === 'number' && typeof value === 'number') return low <= value && value <= high;
    return values.some((one) => same(one, value));
  };
  return Object.keys(changed).every((name) => name in heeded) && Object.keys(heeded).every((name) => !(name in input) || allowed(heeded[name], input[name]));
}

/** What is wrong with an outcome: 'effect 0, not 2'; empty where it is as the vector says. */
function faults(vector, offer, outcome) {
  if (outcome.raises) return `raises ${outcome.raises}`;
  if (vector.refused) return outcome.refused ? '' : 'allowed, not refused';
  if (outcome.refused) return offer.refuses ? `refused (${outcome.refused}), not allowed` : '';
  const wrong = Object.keys(vector.out).filter((name) => (!offer.out || offer.out.includes(name)) && !same(outcome[name], vector.out[name]));
  return wrong.map((name) => `${name} ${name in outcome ? JSON.stringify(outcome[name]) : 'missing'}, not ${JSON.stringify(vector.out[name])}`).join('; ');
}

async function playVectors(file) {
  const { operations: known, vectors } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const count = { played: 0, failed: 0, known: 0 };
  for (const vector of vectors) {
    const changed = vector.in || {};
    const input = { ...(known[vector.op] || {}).defaults, ...changed };
    const offers = operations.map(({ offer }) => offer).filter((offer) => offer.op === vector.op);
    for (const offer of offers) {
      if (offer.skip || !heeds(offer, changed, input) || (vector.refused && !offer.refuses)) continue;
      const answer = await scene({ n: offer.n, in: input, faces: [vector.dice || 6] });
      if (answer.skip) continue;
      const wrong = answer.dist ? faults(vector, offer, answer.dist[0][0]) : answer.error.message;
      count.played += 1;
      if (wrong) count[offer.known ? 'known' : 'failed'] += 1;
      if (wrong) output(`${vector.id}: ${wrong}${offers.length > 1 ? ` (${offer.label || offer.at})` : ''}${offer.known ? ' (known)' : ''}\n`);
    }
  }
  output(`${count.played} vectors played, ${count.failed} failed${count.known ? `, ${count.known} known` : ''}\n`, () => process.exit(count.failed ? 1 : 0));
}

// ---- the protocol

const output = process.stdout.write.bind(process.stdout);

function start(request, vtt) {
  if (request.protocol !== PROTOCOL) return { unsupported: [PROTOCOL] };
  const { name, version, commit, issues, ...more } = vtt;
  const ops = operations.map(({ offer }) => offer);
  return { protocol: PROTOCOL, vtt: { name, version, commit, issues }, dice: 'tape', walks: true, ...more, ops };
}

async function answer(line, vtt) {
  let request = {};
  let body;
  try {
    request = JSON.parse(line);
    if (request.cmd === 'start') body = start(request, vtt);
    else if (request.cmd === 'run') body = await scene(request);
    else if (request.cmd === 'batch') {
      body = { all: [] };
      for (const run of request.runs) body.all.push(await scene(run));
    } else if (request.cmd !== 'stop') throw new Error(`unknown command ${request.cmd}`);
  } catch (error) {
    body = { error: { kind: 'adapter', message: error.message, stack: error.stack } };
  }
  await new Promise((done) => { output(`${JSON.stringify({ seq: request.seq, ...body })}\n`, done); });
  if (request.cmd === 'stop') process.exit(0);
}

/** Answers rawcheck until it stops; with `--vectors FILE` plays that file instead. */
function serve(vtt) {
  process.on('unhandledRejection', lateError);
  process.on('uncaughtException', lateError);
  const vectors = process.argv.indexOf('--vectors');
  if (vectors > 0) {
    playVectors(process.argv[vectors + 1]).catch((error) => { process.stderr.write(`${error.stack}\n`); process.exit(2); });
    return;
  }
  process.stdout.write = process.stderr.write.bind(process.stderr); // answers only: console.log goes to stderr
  let queue = Promise.resolve();
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => { queue = queue.then(() => answer(line, vtt)); });
  lines.on('close', () => { queue.then(() => process.exit(0)); });
}

module.exports = { op, serve, draw, refuse, skip };

// foundry-stub: a small stand-in for Foundry VTT, with which the modules of a system load in plain node and its functions
// can be called by a rawcheck adapter. It is not Foundry: dice formulas, settings, hooks, foundry.utils, documents and
// chat messages work in a simple way; every other class of Foundry's is an empty one. Import it before the system.
// Every die is one draw of the kit beside it (rawcheck-probe.mjs). Change it to what your system needs.
// Written by `rawcheck probe --init foundry`; MIT licence.
import { draw } from './rawcheck-probe.mjs';

// ---- dice

/** One term of a roll such as 3d6kh2. */
export class Die {
  constructor(number, faces, modifiers) {
    Object.assign(this, { number, faces, modifiers, expression: `${number}d${faces}${modifiers.join('')}` });
    this.results = Array.from({ length: number }, () => ({ result: Math.floor(draw() * faces) + 1, active: true }));
    for (const modifier of modifiers) this.#keep(modifier);
  }

  #keep(modifier) {
    const [, verb, end, count] = /^([kd])([hl]?)(\d*)$/i.exec(modifier.toLowerCase());
    const highestFirst = [...this.results].sort((a, b) => b.result - a.result);
    const fromTop = end ? end === 'h' : verb === 'k';
    const order = fromTop ? highestFirst : highestFirst.reverse();
    order.forEach((die, place) => {
      if ((place < Number(count || 1)) !== (verb === 'k')) Object.assign(die, { active: false, discarded: true });
    });
  }

  get values() { return this.results.filter((die) => die.active).map((die) => die.result); }

  get total() { return this.values.reduce((sum, value) => sum + value, 0); }
}

const FUNCTIONS = { floor: Math.floor, ceil: Math.ceil, round: Math.round, abs: Math.abs, min: Math.min, max: Math.max };
const TOKENS = /\s*(?:(\d*)d(\d+|%)((?:[kd][hl]?\d*)*)|(\d+(?:\.\d+)?)|([a-z]+)|([-+*/%(),]))/iy;

export class Roll {
  constructor(formula, data = {}, options = {}) {
    this.data = data || {};
    this.options = options;
    this.formula = Roll.replaceFormulaData(String(formula), this.data);
    this.terms = [];
    this.dice = [];
  }

  static create(...words) { return new this(...words); }

  static replaceFormulaData(formula, data) {
    return formula.replace(/@([\w.-]+)/g, (_, name) => foundry.utils.getProperty(data || {}, name) ?? 0);
  }

  static validate(formula) {
    try { new Roll(formula).evaluateSync(); return true; } catch { return false; }
  }

  static safeEval(expression) { return new Roll(expression).evaluateSync().total; }

  /** A promise of the roll; the roll itself with { async: false }, as before Foundry 12. */
  evaluate(options = {}) {
    const roll = this.evaluateSync();
    return options.async === false ? roll : Promise.resolve(roll);
  }

  roll(options) { return this.evaluate(options); }

  rollSync() { return this.evaluateSync(); }

  evaluateSync() {
    const tokens = this.#tokens();
    let at = 0;
    const next = (...signs) => (at < tokens.length && signs.includes(tokens[at].operator) ? tokens[at++].operator : null);
    const value = () => {
      if (next('-')) return -value();
      if (next('+')) return value();
      const token = tokens[at++];
      if (!token || (token.operator && token.operator !== '(')) throw new Error(`foundry-stub cannot roll '${this.formula}'`);
      if (!token.operator && !token.name) return token.total;
      const words = [];
      if (token.name) at += 1;
      do words.push(sum()); while (next(','));
      if (!next(')')) throw new Error(`foundry-stub cannot roll '${this.formula}': a bracket is open`);
      return token.name ? FUNCTIONS[token.name](...words) : words[0];
    };
    const product = () => {
      let result = value();
      for (let sign; (sign = next('*', '/', '%'));) result = { '*': (n) => result * n, '/': (n) => result / n, '%': (n) => result % n }[sign](value());
      return result;
    };
    const sum = () => {
      let result = product();
      for (let sign; (sign = next('+', '-'));) result = sign === '+' ? result + product() : result - product();
      return result;
    };
    this.total = this._total = sum();
    if (at < tokens.length) throw new Error(`foundry-stub cannot roll '${this.formula}'`);
    this.terms = tokens;
    this.dice = tokens.filter((token) => token instanceof Die);
    this._evaluated = true;
    return this;
  }

  #tokens() {
    const text = this.formula.replace(/\[[^\]]*\]/g, '').trim();
    const tokens = [];
    for (TOKENS.lastIndex = 0; TOKENS.lastIndex < text.length;) {
      const match = TOKENS.exec(text);
      if (!match || (match[5] && !FUNCTIONS[match[5]])) throw new Error(`foundry-stub cannot roll '${this.formula}'`);
      const [, number, faces, modifiers, constant, name, operator] = match;
      if (faces) tokens.push(new Die(Number(number || 1), faces === '%' ? 100 : Number(faces), modifiers.match(/[kd][hl]?\d*/gi) || []));
      else if (constant) tokens.push({ number: Number(constant), total: Number(constant) });
      else tokens.push(name ? { name } : { operator });
    }
    return tokens;
  }

  get result() { return this.terms.map((term) => term.operator || term.name || term.total).join(' '); }

  async toMessage(data = {}) { return ChatMessage.create({ ...data, rolls: [this] }); }

  async render() { return ''; }

  async getTooltip() { return ''; }
}

// ---- foundry.utils

const isPlain = (value) => Object.prototype.toString.call(value) === '[object Object]';
const parts = (name) => String(name).split('.');

function deepClone(value) {
  if (Array.isArray(value)) return value.map(deepClone);
  if (!isPlain(value) || (value.constructor && value.constructor !== Object)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, deepClone(each)]));
}

function getProperty(object, name) {
  return parts(name).reduce((value, key) => (value === null || value === undefined ? undefined : value[key]), object);
}

function setProperty(object, name, value) {
  const keys = parts(name);
  const last = keys.pop();
  const target = keys.reduce((inner, key) => (inner[key] = inner[key] ?? {}), object);
  const changed = target[last] !== value;
  target[last] = value;
  return changed;
}

function expandObject(object) {
  const expanded = {};
  for (const [key, value] of Object.entries(object)) setProperty(expanded, key, isPlain(value) ? expandObject(value) : value);
  return expanded;
}

function flattenObject(object, prefix = '') {
  return Object.fromEntries(Object.entries(object).flatMap(([key, value]) => (
    isPlain(value) && Object.keys(value).length ? Object.entries(flattenObject(value, `${prefix}${key}.`)) : [[prefix + key, value]])));
}

function mergeObject(original, other = {}, options = {}) {
  const { inplace = true, insertKeys = true, overwrite = true, recursive = true } = options;
  const target = inplace ? original : deepClone(original);
  for (const [key, value] of Object.entries(expandObject(other))) {
    if (recursive && isPlain(value) && isPlain(target[key])) mergeObject(target[key], value, { ...options, inplace: true });
    else if (key in target ? overwrite : insertKeys) target[key] = deepClone(value);
  }
  return target;
}

let lastId = 0; // not by chance: that would take draws
const utils = {
  deepClone, getProperty, setProperty, expandObject, flattenObject, mergeObject,
  duplicate: (value) => JSON.parse(JSON.stringify(value)),
  hasProperty: (object, name) => getProperty(object, name) !== undefined,
  isEmpty: (value) => value === null || value === undefined || Object.keys(value).length === 0,
  getType: (value) => (value === null ? 'null' : Array.isArray(value) ? 'Array' : isPlain(value) ? 'Object' : typeof value),
  escapeHTML: (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  randomID: (length = 16) => String(lastId += 1).padStart(length, '0'),
};

// ---- documents and the world

const isKnown = (target, name) => name in target || typeof name === 'symbol' || name === 'then'; // none of them is a promise

/** A class that does nothing, whatever is asked of it: for what a system only extends or registers while it loads. */
function standIn() {
  const inner = {};
  return new Proxy(class {}, {
    get: (target, name) => (isKnown(target, name) ? target[name] : (inner[name] = inner[name] ?? standIn())),
    apply: (_, __, [base]) => (typeof base === 'function' ? base : undefined),
  });
}

/** An object whose unknown members are stand-ins. */
const open = (members) => new Proxy(members, { get: (target, name) => (isKnown(target, name) ? target[name] : (target[name] = standIn())) });

export class Collection extends Map {
  get contents() { return [...this.values()]; }
  getName(name) { return this.contents.find((document) => document.name === name); }
  find(test) { return this.contents.find(test); }
  filter(test) { return this.contents.filter(test); }
  map(change) { return this.contents.map(change); }
  some(test) { return this.contents.some(test); }
  reduce(...words) { return this.contents.reduce(...words); }
  [Symbol.iterator]() { return this.values(); }
}

class Document {
  constructor(data = {}, context = {}) {
    const { items = [], ...more } = data;
    Object.assign(this, { system: {}, flags: {}, effects: new Collection(), _id: data._id ?? utils.randomID() }, deepClone(more));
    this.id = this._id;
    this.parent = context.parent ?? null;
    this.items = new Collection(items.map((item) => (item instanceof Item ? item : new Item(item, { parent: this }))).map((item) => [item.id, item]));
  }

  get actor() { return this.parent; }
  get isOwner() { return true; }
  get uuid() { return `${this.constructor.name}.${this.id}`; }
  getFlag(scope, key) { return getProperty(this.flags, `${scope}.${key}`); }
  async setFlag(scope, key, value) { setProperty(this.flags, `${scope}.${key}`, value); return this; }
  async update(changes) { mergeObject(this, changes); return this; }
  getRollData() { return { ...this.system }; }
  prepareBaseData() {}
  prepareDerivedData() {}
  prepareData() { this.prepareBaseData(); this.prepareDerivedData(); }
  toObject() { return utils.duplicate({ ...this, parent: undefined, items: this.items.contents }); }
  static async create(data, context) { return new this(data, context); }
}

export class Actor extends Document {}
export class Item extends Document {}

/** The chat messages of the last run; empty it in your operation before you call the system. */
export const messages = [];

export class ChatMessage {
  static async create(data) { messages.push(data); return data; }
  static getSpeaker() { return { alias: 'rawcheck' }; }
  static getWhisperRecipients() { return []; }
  static applyRollMode(data) { return data; }
}

const settings = new Map([['core.rollMode', 'publicroll']]);
const listeners = new Map();
const listen = (hook, fn) => { listeners.set(hook, [...(listeners.get(hook) ?? []), fn]); };

const user = { id: 'rawcheck', name: 'rawcheck', isGM: true, active: true, targets: new Set(), character: null };

Object.assign(globalThis, {
  Roll, Die, Actor, Item, ChatMessage, Collection,
  foundry: open({ utils, documents: open({ Actor, Item }), dice: open({ Roll }), applications: open({ handlebars: open({ renderTemplate: async () => '', loadTemplates: async () => {} }) }) }),
  game: open({
    settings: {
      register: (space, key, { default: value } = {}) => settings.has(`${space}.${key}`) || settings.set(`${space}.${key}`, value),
      registerMenu() {},
      get: (space, key) => settings.get(`${space}.${key}`),
      set: async (space, key, value) => { settings.set(`${space}.${key}`, value); return value; },
    },
    i18n: { localize: (key) => key, format: (key) => key, has: () => true, lang: 'en' },
    user, users: Object.assign(new Collection([[user.id, user]]), { current: user, activeGM: user }), actors: new Collection(), items: new Collection(), packs: new Collection(), modules: new Map(),
    tables: new Collection(), journal: new Collection(), folders: new Collection(), scenes: new Collection(), combat: null,
    socket: { on() {}, emit() {} }, release: { generation: 12 }, system: { id: 'system', version: '0' }, time: { worldTime: 0 },
  }),
  Hooks: {
    on: listen, once: listen, off() {},
    call: (hook, ...words) => (listeners.get(hook) ?? []).every((fn) => fn(...words) !== false),
    callAll: (hook, ...words) => (listeners.get(hook) ?? []).forEach((fn) => fn(...words)),
  },
  CONFIG: open({ statusEffects: [], debug: {}, time: {}, ui: {}, Actor: {}, Item: {}, Combat: {}, ActiveEffect: {}, ChatMessage: {}, Dice: { rolls: [Roll] } }),
  CONST: open({}),
  window: globalThis,
  ui: open({ notifications: { info() {}, warn() {}, error() {} } }),
  canvas: { tokens: { controlled: [], placeables: [] } },
  renderTemplate: async () => '', loadTemplates: async () => {}, fromUuid: async () => null, fromUuidSync: () => null,
});
for (const name of ['ActorSheet', 'ItemSheet', 'Application', 'FormApplication', 'Dialog', 'Combat', 'Combatant', 'ActiveEffect', 'TokenDocument',
  'Token', 'Actors', 'Items', 'Handlebars', 'TextEditor', 'JournalEntry', 'Macro', 'Folder', 'RollTable', 'document', '$', 'jQuery']) globalThis[name] = globalThis[name] ?? standIn();

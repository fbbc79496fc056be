// rawcheck-probe: plays this project's own rules functions for `rawcheck probe`, which compares them with the rules of
// Mongoose Traveller 2e. This file is for adapters that are ES modules; everything is in rawcheck-probe.cjs, which must
// stand beside it. Import it before the code that is played, since it replaces Math.random.
// It writes no files and opens no connections. No dependencies; Node 14.18 or later.
// Written by `rawcheck probe --init node`; MIT licence.
import { createRequire } from 'node:module';

export const { op, serve, draw, refuse, skip } = createRequire(import.meta.url)('./rawcheck-probe.cjs');

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fleetParts } from '../bench/fleet-report.js';
import { serverParts } from '../bench/server-report.js';
import { resultsOf } from '../fuzz/report.js';
import { markedNames, partsOf } from '../packages/lab/src/report/markdown.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('benches and the fuzzer', () => {
  const load = { milliseconds: [], answers: 0, seconds: 1, refused: {}, errors: 0, timeouts: 0 };
  const order = { address: '', connections: 0, seconds: 0, size: 0, pages: 0 };
  const run = {
    ...{
      seed: 1,
      pages: 0,
      code: '',
      sources: '',
      started: '',
      next: 0,
      done: 0,
      open: [],
      seconds: 0,
      bytes: 0,
    },
    ...{ withText: 0, restarts: 0, mutations: {}, typed: {}, findings: [], slowest: [], memory: [] },
  };
  it.each([
    ['fleet', fleetParts({ sets: [], pipe: { batch: 0, pipe: 0, ratio: 0 } })],
    ['server', serverParts({ order, load, idle: 0, memory: [], replaced: 0, exitCode: 0 })],
    ['fuzz', resultsOf(run).parts],
  ])('have a place in docs/results/%s.md for all they measure', (name, parts) => {
    const document = readFileSync(join(ROOT, `docs/results/${name}.md`), 'utf8');
    expect(markedNames(document).sort()).toEqual(Object.keys(partsOf(name, parts)).sort());
  });
});

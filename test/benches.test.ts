import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fleetParts } from '../bench/fleet-report.js';
import { serverParts } from '../bench/server-report.js';
import { markedNames, partsOf } from '../packages/lab/src/report/markdown.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('benches', () => {
  const load = { milliseconds: [], answers: 0, seconds: 1, refused: {}, errors: 0, timeouts: 0 };
  const order = { address: '', connections: 0, seconds: 0, size: 0, pages: 0 };
  it.each([
    ['fleet', fleetParts({ sets: [], pipe: { batch: 0, pipe: 0, ratio: 0 } })],
    ['server', serverParts({ order, load, idle: 0, memory: [], replaced: 0, exitCode: 0 })],
  ])('have a place in docs/results/%s.md for every measurement', (name, parts) => {
    const document = readFileSync(join(ROOT, `docs/results/${name}.md`), 'utf8');
    expect(markedNames(document).sort()).toEqual(Object.keys(partsOf(name, parts)).sort());
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardMeasurements, checkGate, isModelFloor, moveFloors, NO_FLOORS } from './gate.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-card-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function measured(wcxb: number, dragnet: number) {
  const file = join(folder, 'card.json');
  const corpora = [{ name: 'wcxb', digest: 'd'.repeat(64), pages: 10 }];
  const card = { version: '1', corpora, outOfFold: { f1: { wcxb } }, onCorporaNeverSeen: { dragnet } };
  await writeFile(file, JSON.stringify(card));
  return await cardMeasurements(file);
}

it('has floors for the out-of-fold figures of training', async () => {
  const floors = moveFloors(NO_FLOORS, await measured(0.88, 0.92));
  expect(Object.keys(floors.corpora)).toEqual(['model, out of fold', 'model, corpora never seen']);
  expect(Object.keys(floors.corpora).every(isModelFloor)).toBe(true);
  expect(checkGate(floors, await measured(0.879, 0.93)).passed).toBe(true);
  const worse = checkGate(floors, await measured(0.89, 0.9));
  expect(worse.passed).toBe(false);
  expect(worse.lines.find(line => line.verdict === 'undercut')).toMatchObject({
    corpus: 'model, corpora never seen',
    type: 'dragnet',
  });
});

import { describe, expect, it } from 'vitest';
import { createClassifier } from '../classifiers/table.js';
import { datasetFromRows, numericAttributes } from '../data/dataset.js';
import { seededRandom } from '../random.js';
import { fitInWorker } from './fit-in-worker.js';

function clouds(rows: number) {
  const random = seededRandom(5);
  const labels = Array.from({ length: rows }, (_, i) => (i % 2 ? 'left' : 'right'));
  const values = labels.map(label => [random.normal() + (label === 'left' ? -1 : 1), random.normal()]);
  return datasetFromRows({ attributes: numericAttributes(2), rows: values, labels });
}

describe('fitInWorker', () => {
  it('gives the same model as fitting in this thread, and reports progress', async () => {
    const data = clouds(200);
    const options = { trees: 5, seed: 4 };
    const notes: string[] = [];
    const model = await fitInWorker('forest', options, data, { onProgress: (_, note) => notes.push(note) });
    const here = createClassifier('forest', options).fit(data);
    expect(model.probabilities(data.x)).toEqual(here.probabilities(data.x));
    expect(notes[0]).toMatch(/tree 1 of 5/);
  });

  it('does not block the calling thread', async () => {
    let beats = 0;
    const heart = setInterval(() => beats++, 1);
    await fitInWorker('forest', { trees: 40 }, clouds(1500));
    clearInterval(heart);
    expect(beats).toBeGreaterThan(5);
  });

  it('stops at once when aborted, before and while fitting', async () => {
    const data = clouds(3000);
    const stopped = { name: 'LearnError', code: 'stopped' };
    await expect(fitInWorker('forest', {}, data, { signal: AbortSignal.abort() })).rejects.toMatchObject(
      stopped,
    );
    const controller = new AbortController();
    const shares: number[] = [];
    const onProgress = (share: number) => {
      shares.push(share);
      controller.abort();
    };
    const running = fitInWorker('forest', { trees: 5000 }, data, { signal: controller.signal, onProgress });
    await expect(running).rejects.toMatchObject(stopped);
    expect(shares).toHaveLength(1);
  });

  it('ends the worker when the listener throws', async () => {
    const onProgress = () => {
      throw new RangeError('no more');
    };
    await expect(fitInWorker('forest', { trees: 5000 }, clouds(3000), { onProgress })).rejects.toThrow(
      'no more',
    );
  });

  it('rethrows errors with their code, row and column', async () => {
    const data = clouds(10);
    if (data.x.kind !== 'dense') throw new Error('the rows are dense');
    data.x.data[7] = Number.POSITIVE_INFINITY;
    const place = { name: 'LearnError', code: 'bad-value', row: 3, column: 1 };
    await expect(fitInWorker('logistic', {}, data)).rejects.toMatchObject(place);
    await expect(fitInWorker('none', {}, clouds(10))).rejects.toMatchObject({ code: 'bad-option' });
    await expect(fitInWorker('forest', { trees: 0 }, clouds(10))).rejects.toThrow(/“trees” must be/);
    await expect(fitInWorker('forest', { seed: () => 1 }, clouds(10))).rejects.toThrow(/could not be cloned/);
  });
});

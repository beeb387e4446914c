/**
 * Times the CRF on 400 sequences of 250 positions, 30 labels and 40,000 sparse features, 60 of them active
 * at a position. Prints one line of JSON. Run: `npx tsx packages/learn/bench/crf.ts [features] [sequences]`.
 */
import { seededRandom } from '../src/random.js';
import { Crf } from '../src/sequences/crf.js';
import type { SequenceData } from '../src/sequences/model.js';

const [features = 40_000, sequences = 400] = process.argv.slice(2).map(Number);
const positions = 250;
const labels = 30;
const active = 60;

/** Labels that tend to repeat; a third of the features at a position correlate with its label, the rest are noise. */
function generate(seed: number): SequenceData {
  const random = seededRandom(seed);
  const rows = sequences * positions;
  const y = new Int32Array(rows);
  const starts = new Uint32Array(rows + 1);
  const indices = new Uint32Array(rows * active);
  let stored = 0;
  for (let row = 0; row < rows; row++) {
    const changes = row % positions === 0 || random.next() < 0.2;
    y[row] = changes ? random.below(labels) : y[row - 1]!;
    const chosen = new Set<number>();
    while (chosen.size < active) {
      // Squaring makes low features frequent, as words are.
      const drawn = Math.floor(random.next() ** 2 * (features / labels)) * labels;
      const owner = random.next() < 0.3 ? y[row]! : random.below(labels);
      chosen.add(Math.min(features - 1, drawn + owner));
    }
    for (const column of Array.from(chosen).sort((a, b) => a - b)) indices[stored++] = column;
    starts[row + 1] = stored;
  }
  return {
    x: { kind: 'sparse', rows, columns: features, starts, indices, values: new Float32Array(stored).fill(1) },
    starts: Uint32Array.from({ length: sequences + 1 }, (_, s) => s * positions),
    y,
    labels: Array.from({ length: labels }, (_, i) => `label ${i}`),
    features: Array.from({ length: features }, (_, i) => `feature ${i}`),
  };
}

const train = generate(1);
const before = performance.now();
const model = new Crf().fit(train);
const seconds = (performance.now() - before) / 1000;
const test = generate(2);
const decodeStart = performance.now();
const predicted = model.predict(test);
const decodeSeconds = (performance.now() - decodeStart) / 1000;
const right = predicted.filter((label, row) => label === test.y[row]).length;
console.log(
  JSON.stringify({
    bench: 'crf',
    sequences,
    positions,
    labels,
    features,
    active,
    seconds: Number(seconds.toFixed(1)),
    ...model.metrics,
    heldOutAccuracy: Number((right / predicted.length).toFixed(4)),
    positionsPerSecondDecoding: Math.round(predicted.length / decodeSeconds),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);

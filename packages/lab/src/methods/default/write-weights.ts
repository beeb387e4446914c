import { join } from 'node:path';
import type { BoostingModel, PlattCalibration } from '@webpith/learn';
import {
  type BlockWeights,
  type Checkpoint,
  type LooseTree,
  modelFingerprint,
  packTrees,
  type Weights,
} from 'webpith/stages';
import { writeAtomically } from '../../corpora/files.js';
import type { RecordModel } from './record-weights.js';

export interface DefaultModel {
  readonly blocks: BoostingModel;
  readonly blockCalibration: PlattCalibration;
  readonly blockCheckpoints: readonly Checkpoint[];
  readonly records: RecordModel;
  readonly type: BoostingModel;
  readonly quality: BoostingModel;
  readonly qualityCalibration: PlattCalibration;
}

export function packBlocks(
  model: Pick<DefaultModel, 'blocks' | 'blockCalibration' | 'blockCheckpoints'>,
  step = 1,
): Pick<Weights, 'blocks' | 'blockCalibration' | 'blockCheckpoints'> {
  return {
    blocks: packed(model.blocks, step),
    blockCalibration: rounded(model.blockCalibration),
    blockCheckpoints: model.blockCheckpoints.map(roundedCheckpoint),
  };
}

export function packModel(model: DefaultModel): Weights {
  return {
    features: modelFingerprint(),
    ...packBlocks(model),
    records: model.records,
    types: model.type.classes,
    type: packed(model.type),
    quality: packed(model.quality),
    qualityCalibration: rounded(model.qualityCalibration),
  };
}

/** Writes weights and card into the library's source folder. */
export async function writeWeights(
  folder: string,
  weights: Weights | BlockWeights,
  card: unknown,
  name: 'default' | 'small' = 'default',
): Promise<void> {
  const [type, cardFile] =
    name === 'default' ? ['Weights', 'card.json'] : ['BlockWeights', 'small.card.json'];
  const lines = Object.entries(weights).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  const source = [
    `// Made by \`pith train ${name}\`; ${cardFile} says from what. Not to be edited.`,
    `import type { ${type} } from './weights.js';`,
    '',
    `export const WEIGHTS: ${type} = {`,
    ...lines,
    '};',
    '',
  ].join('\n');
  await writeAtomically(join(folder, `${name}.ts`), source);
  await writeAtomically(join(folder, cardFile!), `${JSON.stringify(card, null, 2)}\n`);
}

export function packed(model: BoostingModel, step = 1): string {
  return Buffer.from(packTrees(looseTrees(model), [...model.ensemble.start], step)).toString('base64');
}

export function looseTrees({ ensemble: { trees } }: BoostingModel): LooseTree[] {
  const count = trees.nodeStarts.length - 1;
  return Array.from({ length: count }, (_, t): LooseTree => {
    const nodes = [trees.nodeStarts[t]!, trees.nodeStarts[t + 1]!] as const;
    return {
      column: trees.column.subarray(...nodes),
      threshold: trees.threshold.subarray(...nodes),
      left: trees.left.subarray(...nodes),
      right: trees.right.subarray(...nodes),
      value: trees.value.subarray(trees.leafStarts[t], trees.leafStarts[t + 1]),
    };
  });
}

/** The library's sigmoid increases with its argument; Platt's decreases. */
function rounded({ slope, offset }: PlattCalibration): Weights['blockCalibration'] {
  return { slope: Number((-slope).toFixed(5)), offset: Number((-offset).toFixed(5)) };
}

/** JSON has no infinity. */
function roundedCheckpoint({ trees, ...bounds }: Checkpoint): Checkpoint {
  const finite = (value: number) => Number(Math.max(-99, Math.min(99, value)).toFixed(3));
  const { low, lowScore, high, highScore } = bounds;
  return {
    trees,
    low: finite(low),
    lowScore: finite(lowScore),
    high: finite(high),
    highScore: finite(highScore),
  };
}

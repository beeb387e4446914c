import type { Attribute, Dataset } from '../../data/dataset.js';
import { trainTestSplit } from '../../data/splits.js';
import { LearnError } from '../../errors.js';
import type { BoostingOptions } from './options.js';

/** Training and validation rows, ascending; rows of zero weight are in neither. */
export interface TrainingRows {
  readonly training: Int32Array;
  readonly validation: Int32Array;
}

/** Validates on a share of whole groups, or of the rows of each class. */
export function splitRows(
  data: Pick<Dataset, 'x' | 'y' | 'classes' | 'attributes' | 'groups'>,
  weights: Float64Array,
  { patience, validationShare, seed }: BoostingOptions,
): TrainingRows {
  const split =
    patience > 0
      ? trainTestSplit(data, { testShare: validationShare, seed })
      : { train: Int32Array.from(data.y.keys()), test: new Int32Array(0) };
  const training = split.train.filter(row => weights[row]! > 0);
  if (training.length === 0)
    throw new LearnError('bad-option', 'No training row of positive weight is left; lower validationShare.');
  return { training, validation: split.test.filter(row => weights[row]! > 0) };
}

/** 1, -1 or 0 for each column; throws on an unknown column, or for more than two classes. */
export function monotoneSigns(
  attributes: readonly Attribute[],
  monotone: BoostingOptions['monotone'],
  outputs: number,
): Int8Array {
  const signs = new Int8Array(attributes.length);
  for (const [name, sign] of Object.entries(monotone)) {
    const column = attributes.findIndex(attribute => attribute.name === name);
    if (column < 0)
      throw new LearnError('bad-option', `“monotone” names “${name}”, which is not a column of the data.`);
    if (outputs > 1)
      throw new LearnError('bad-option', `“monotone” needs two classes; there are ${outputs}.`);
    signs[column] = sign;
  }
  return signs;
}

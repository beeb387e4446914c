import type { Attribute, Dataset } from '../../data/dataset.js';
import { trainTestSplit } from '../../data/splits.js';
import { LearnError } from '../../errors.js';
import type { BoostingOptions } from './options.js';
import type { BoostingControl } from './rounds.js';

/** Training and validation rows, ascending; rows of zero weight are in neither. */
export interface HeldOut {
  readonly training: Int32Array;
  readonly validation: Int32Array;
}

/** Validates on a share of whole groups, or of the rows of each class. */
export function holdOut(
  data: Pick<Dataset, 'x' | 'y' | 'classes' | 'attributes' | 'groups'>,
  weights: Float64Array,
  options: BoostingOptions,
  control: BoostingControl,
): HeldOut {
  const held = new Uint8Array(data.x.rows);
  if (control.validationRows) {
    for (const row of Array.from(control.validationRows)) {
      if (!(row >= 0 && row < held.length && Number.isInteger(row)))
        throw new LearnError(
          'bad-option',
          `Validation row ${row} is not one of the rows 0 to ${held.length - 1}.`,
          { row },
        );
      held[row] = 1;
    }
  } else if (options.patience > 0) {
    for (const row of trainTestSplit(data, { testShare: options.validationShare, seed: options.seed }).test)
      held[row] = 1;
  }
  const rowsWhere = (mark: number) =>
    Int32Array.from(held.keys()).filter(row => held[row] === mark && weights[row]! > 0);
  const rows = { training: rowsWhere(0), validation: rowsWhere(1) };
  if (rows.training.length === 0)
    throw new LearnError('bad-option', 'All rows are held out for validation; none is left to learn from.');
  return rows;
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
      throw new LearnError('bad-option', `“monotone” names “${name}”, which is no column of the data.`);
    if (outputs > 1)
      throw new LearnError(
        'bad-option',
        `“monotone” needs two classes or a number to predict; there are ${outputs} classes, and raising one score does not order the others.`,
      );
    signs[column] = sign;
  }
  return signs;
}

import { type Attribute, type Dataset, weightsOf } from '../data/dataset.js';
import { type AnyMatrix, forEachCell, type Matrix, type SparseMatrix } from '../data/matrix.js';
import type { ClassifierModel, ModelFile } from '../estimator.js';
import { type ModelReader, modelFile } from '../model-file.js';

export type FitOrigin = Pick<ModelFile, 'options' | 'classes' | 'attributes'>;

export abstract class FittedClassifier implements ClassifierModel {
  abstract readonly algorithm: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly classes: readonly string[];
  readonly attributes: readonly Attribute[];

  constructor({ options, classes, attributes }: FitOrigin) {
    this.options = options;
    this.classes = classes;
    this.attributes = attributes;
  }

  abstract probabilities(x: AnyMatrix): Float64Array;

  protected abstract parametersToJSON(): unknown;

  predict(x: AnyMatrix): Int32Array {
    return mostLikely(this.probabilities(x), this.classes.length);
  }

  toJSON(): ModelFile {
    const { algorithm, options, classes, attributes } = this;
    return modelFile({ algorithm, options, classes, attributes, parameters: this.parametersToJSON() });
  }
}

export function mostLikely(probabilities: Float64Array, classes: number): Int32Array {
  const winners = new Int32Array(probabilities.length / classes);
  for (let row = 0; row < winners.length; row++) {
    let best = 0;
    for (let label = 1; label < classes; label++) {
      if (probabilities[row * classes + label]! > probabilities[row * classes + best]!) best = label;
    }
    winners[row] = best;
  }
  return winners;
}

export function softmaxRows(scores: Float64Array, classes: number): Float64Array {
  for (let first = 0; first < scores.length; first += classes) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let k = first; k < first + classes; k++) largest = Math.max(largest, scores[k]!);
    let sum = 0;
    for (let k = first; k < first + classes; k++) {
      scores[k] = Math.exp(scores[k]! - largest);
      sum += scores[k]!;
    }
    for (let k = first; k < first + classes; k++) scores[k]! /= sum;
  }
  return scores;
}

/** Numeric encoding of attributes, for linear models and networks: nominal ones get one column per value. */
export class Design {
  readonly width: number;
  readonly #starts: Int32Array;
  /** Attributes whose zeros are encoded as non-zero although sparse rows omit them: nominal and centred ones. */
  readonly #always: Int32Array;

  private constructor(
    private readonly attributes: readonly Attribute[],
    private readonly shifts: Float64Array,
    private readonly scales: Float64Array,
    private readonly fills: Float64Array,
  ) {
    this.#starts = new Int32Array(attributes.length + 1);
    attributes.forEach((attribute, column) => {
      const columns = attribute.kind === 'nominal' ? attribute.values.length : 1;
      this.#starts[column + 1] = this.#starts[column]! + columns;
    });
    this.width = this.#starts[attributes.length]!;
    this.#always = Int32Array.from(attributes.keys()).filter(
      column => attributes[column]!.kind === 'nominal' || shifts[column] !== 0,
    );
  }

  /** If `standardise`, scales numeric attributes by their weighted deviations, and centres them if rows are dense. */
  static fit(data: Dataset, standardise: boolean): Design {
    const { means, deviations } = moments(data);
    const centred = standardise && data.x.kind === 'dense';
    const numeric = (column: number) => data.attributes[column]!.kind === 'numeric';
    return new Design(
      data.attributes,
      means.map((mean, column) => (centred && numeric(column) ? mean : 0)),
      deviations.map((deviation, column) =>
        standardise && numeric(column) && deviation > 0 ? 1 / deviation : 1,
      ),
      means.map((mean, column) => (numeric(column) ? mean : 0)),
    );
  }

  static fromJSON(reader: ModelReader, attributes: readonly Attribute[]): Design {
    const read = (name: string) => reader.numbers(name, attributes.length);
    return new Design(attributes, read('shifts'), read('scales'), read('fills'));
  }

  toJSON(): Record<string, number[]> {
    const { shifts, scales, fills } = this;
    return { shifts: Array.from(shifts), scales: Array.from(scales), fills: Array.from(fills) };
  }

  rows(x: AnyMatrix): SparseMatrix {
    const starts = new Uint32Array(x.rows + 1);
    const indices: number[] = [];
    const values: number[] = [];
    for (let row = 0; row < x.rows; row++) {
      this.#eachCell(x, row, (column, value) => {
        indices.push(column);
        values.push(value);
      });
      starts[row + 1] = indices.length;
    }
    return {
      kind: 'sparse',
      rows: x.rows,
      columns: this.width,
      starts,
      indices: Uint32Array.from(indices),
      values: Float64Array.from(values),
    };
  }

  matrix(x: AnyMatrix): Matrix & { readonly data: Float64Array } {
    const data = new Float64Array(x.rows * this.width);
    for (let row = 0; row < x.rows; row++) {
      this.#eachCell(x, row, (column, value) => {
        data[row * this.width + column] = value;
      });
    }
    return { kind: 'dense', rows: x.rows, columns: this.width, data };
  }

  #eachCell(x: AnyMatrix, row: number, visit: (column: number, value: number) => void): void {
    const { attributes, shifts, scales, fills } = this;
    const starts = this.#starts;
    const always = this.#always;
    const cell = (column: number, value: number) => {
      if (attributes[column]!.kind === 'nominal') {
        if (!Number.isNaN(value)) visit(starts[column]! + value, 1);
        return;
      }
      const number = ((Number.isNaN(value) ? fills[column]! : value) - shifts[column]!) * scales[column]!;
      if (number !== 0) visit(starts[column]!, number);
    };
    if (x.kind === 'dense') {
      for (let column = 0; column < x.columns; column++) cell(column, x.data[row * x.columns + column]!);
      return;
    }
    let next = 0;
    for (let at = x.starts[row]!; at < x.starts[row + 1]!; at++) {
      const column = x.indices[at]!;
      for (; next < always.length && always[next]! < column; next++) cell(always[next]!, 0);
      if (always[next] === column) next++;
      cell(column, x.values[at]!);
    }
    for (; next < always.length; next++) cell(always[next]!, 0);
  }
}

function moments(data: Dataset): { means: Float64Array; deviations: Float64Array } {
  const { x } = data;
  const weights = weightsOf(data);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const present = new Float64Array(x.columns).fill(total);
  const sums = new Float64Array(x.columns);
  const squares = new Float64Array(x.columns);
  const stored = new Float64Array(x.columns);
  forEachCell(x, (value, row, column) => {
    if (Number.isNaN(value)) present[column]! -= weights[row]!;
    else {
      stored[column]! += weights[row]!;
      sums[column]! += weights[row]! * value;
    }
  });
  const means = sums.map((sum, column) => (present[column]! > 0 ? sum / present[column]! : 0));
  forEachCell(x, (value, row, column) => {
    if (!Number.isNaN(value)) squares[column]! += weights[row]! * (value - means[column]!) ** 2;
  });
  const deviations = squares.map((square, column) => {
    const zeros = Math.max(0, present[column]! - stored[column]!);
    const spread = square + zeros * means[column]! ** 2;
    return present[column]! > 0 ? Math.sqrt(spread / present[column]!) : 0;
  });
  return { means, deviations };
}

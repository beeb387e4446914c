import type { SparseMatrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';
import type { SequenceData, Sequences } from '../sequences/model.js';

/** Features of a position: names (value 1), or names with values. */
export type Position = readonly string[] | Readonly<Record<string, number>>;

/** A labelled sequence. */
export interface TaggedSequence {
  readonly positions: readonly Position[];
  readonly labels: readonly string[];
}

/** Collects features and labels in order of first appearance and lays the sequences out as one matrix. */
export function sequenceData(tagged: readonly TaggedSequence[]): SequenceData {
  const features = new Map<string, number>();
  const labels = new Map<string, number>();
  const y: number[] = [];
  tagged.forEach((sequence, s) => {
    if (sequence.labels.length !== sequence.positions.length) {
      const got = `${sequence.labels.length} labels for ${sequence.positions.length} positions`;
      throw new LearnError('bad-shape', `Sequence ${s} needs one label a position; it has ${got}.`, {
        row: s,
      });
    }
    for (const label of sequence.labels) y.push(indexOf(labels, label));
    for (const position of sequence.positions) for (const name of namesOf(position)) indexOf(features, name);
  });
  const names = [...features.keys()];
  const encoded = encodeSequences(
    tagged.map(sequence => sequence.positions),
    names,
  );
  return { ...encoded, features: names, labels: [...labels.keys()], y: Int32Array.from(y) };
}

/** Lays sequences out over known features; a feature that is not among them is left out. */
export function encodeSequences(
  sequences: readonly (readonly Position[])[],
  features: readonly string[],
): Sequences {
  const columns = new Map(features.map((name, column) => [name, column]));
  const starts = [0];
  const rowStarts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (const sequence of sequences) {
    for (const position of sequence) {
      const row = new Map<number, number>();
      for (const name of namesOf(position)) {
        const column = columns.get(name);
        if (column !== undefined) row.set(column, featureValue(position, name));
      }
      for (const [column, value] of [...row].sort((a, b) => a[0] - b[0])) {
        indices.push(column);
        values.push(value);
      }
      rowStarts.push(indices.length);
    }
    starts.push(rowStarts.length - 1);
  }
  const x: SparseMatrix = {
    kind: 'sparse',
    rows: rowStarts.length - 1,
    columns: features.length,
    starts: Uint32Array.from(rowStarts),
    indices: Uint32Array.from(indices),
    values: Float64Array.from(values),
  };
  return { x, starts: Uint32Array.from(starts) };
}

function namesOf(position: Position): readonly string[] {
  return Array.isArray(position) ? (position as readonly string[]) : Object.keys(position);
}

function featureValue(position: Position, name: string): number {
  return Array.isArray(position) ? 1 : (position as Readonly<Record<string, number>>)[name]!;
}

function indexOf(known: Map<string, number>, name: string): number {
  const index = known.get(name) ?? known.size;
  known.set(name, index);
  return index;
}

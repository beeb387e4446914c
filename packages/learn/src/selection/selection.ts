import type { Attribute, Dataset } from '../data/dataset.js';
import { type AnyMatrix, denseRows } from '../data/matrix.js';
import { matrixColumns } from '../data/subset.js';
import { LearnError } from '../errors.js';
import { ModelReader } from '../model-file.js';
import { type PrincipalComponents, projectRows } from './principal-components.js';

/** Selected columns: best first for a ranking, ascending for a subset. */
export interface ChosenColumns {
  readonly kind: 'columns';
  readonly columns: readonly number[];
  readonly scores?: readonly number[] | undefined;
  readonly merit?: number | undefined;
}

export type Selection = ChosenColumns | PrincipalComponents;

export function applySelection(selection: Selection, x: AnyMatrix): AnyMatrix {
  return selection.kind === 'columns'
    ? matrixColumns(x, selection.columns)
    : projectRows(selection, denseRows(x));
}

/** Components are named `component 1`, `component 2`, … */
export function selectedAttributes(selection: Selection, attributes: readonly Attribute[]): Attribute[] {
  return selection.kind === 'columns'
    ? selection.columns.map(column => attributes[column]!)
    : selection.components.map((_, i) => ({ name: `component ${i + 1}`, kind: 'numeric' }));
}

export function selectedDataset(selection: Selection, data: Dataset): Dataset {
  const attributes = selectedAttributes(selection, data.attributes);
  return { ...data, attributes, x: applySelection(selection, data.x) };
}

export function loadSelection(json: unknown, columns: number): Selection {
  const reader = new ModelReader(json, 'the selection');
  const kind = reader.string('kind');
  if (kind === 'columns') {
    const chosen = Array.from(reader.integers('columns', 0, columns));
    return {
      kind,
      columns: chosen,
      scores: reader.has('scores') ? Array.from(reader.numbers('scores', chosen.length)) : undefined,
      merit: reader.has('merit') ? reader.number('merit') : undefined,
    };
  }
  if (kind !== 'components') {
    throw new LearnError('bad-model', `Expected a selection of kind columns or components, got “${kind}”.`);
  }
  const sources = reader.list('sources').map((entry, i) => {
    const source = new ModelReader(entry, `source ${i}`);
    const column = source.number('column');
    if (!(Number.isInteger(column) && column >= 0 && column < columns)) {
      throw new LearnError('bad-model', `Source ${i}: there is no column ${column} among ${columns}.`);
    }
    const mean = source.number('mean');
    return { column, value: source.number('value'), mean, deviation: source.number('deviation') };
  });
  const components = reader.list('components').map((weights, i) => {
    return Array.from(new ModelReader({ weights }, `component ${i}`).numbers('weights', sources.length));
  });
  return { kind, sources, components, shares: Array.from(reader.numbers('shares', components.length)) };
}

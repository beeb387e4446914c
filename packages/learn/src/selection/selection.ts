import type { Attribute, Dataset } from '../data/dataset.js';
import { type AnyMatrix, denseRows } from '../data/matrix.js';
import { matrixColumns } from '../data/subset.js';
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

export function selectedAttributes(selection: Selection, attributes: readonly Attribute[]): Attribute[] {
  return selection.kind === 'columns'
    ? selection.columns.map(column => attributes[column]!)
    : selection.components.map((_, i) => ({ name: `component ${i + 1}`, kind: 'numeric' }));
}

export function selectedDataset(selection: Selection, data: Dataset): Dataset {
  const attributes = selectedAttributes(selection, data.attributes);
  return { ...data, attributes, x: applySelection(selection, data.x) };
}

/** The parts of `DOMSnapshot.captureSnapshot` (Chrome DevTools Protocol) in use; plain JSON. */
export interface Snapshot {
  readonly documents: readonly SnapshotDocument[];
  /** All texts, names and values; other fields refer to them by index, -1 for none. */
  readonly strings: readonly string[];
}

/** One document: the page first, then its iframes. */
export interface SnapshotDocument {
  readonly nodes: SnapshotNodes;
  readonly layout: SnapshotLayout;
  readonly textBoxes: SnapshotTextBoxes;
  readonly scrollOffsetX?: number;
  readonly scrollOffsetY?: number;
  readonly contentWidth?: number;
  readonly contentHeight?: number;
}

/** Nodes in document order, shadow roots flattened; one entry per node. */
export interface SnapshotNodes {
  readonly parentIndex: readonly number[];
  readonly nodeType: readonly number[];
  readonly nodeName: readonly number[];
  readonly nodeValue: readonly number[];
  readonly attributes: readonly (readonly number[])[];
  readonly pseudoType?: { readonly index: readonly number[] };
  readonly contentDocumentIndex?: { readonly index: readonly number[]; readonly value: readonly number[] };
}

export interface SnapshotLayout {
  readonly nodeIndex: readonly number[];
  readonly styles: readonly (readonly number[])[];
  readonly bounds: readonly (readonly number[])[];
}

export interface SnapshotTextBoxes {
  readonly layoutIndex: readonly number[];
  readonly bounds: readonly (readonly number[])[];
}

export interface IndexedDocument {
  readonly document: SnapshotDocument;
  readonly count: number;
  /** First layout entry of each node, -1 if it was not drawn. */
  readonly row: Int32Array;
  /** 1 if a node or a descendant was drawn. */
  readonly drawn: Uint8Array;
  /** 1 for `::before` and the like: drawn, but not in the tree. */
  readonly pseudo: Uint8Array;
  readonly frames: ReadonlyMap<number, number>;
}

export function indexDocument(document: SnapshotDocument): IndexedDocument {
  const { nodes, layout } = document;
  const count = nodes.parentIndex.length;
  const row = new Int32Array(count).fill(-1);
  const drawn = new Uint8Array(count);
  layout.nodeIndex.forEach((node, at) => {
    if (row[node] === -1) row[node] = at;
    drawn[node] = 1;
  });
  for (let node = count - 1; node > 0; node--) {
    if (drawn[node] === 1) drawn[nodes.parentIndex[node]!] = 1;
  }
  const pseudo = new Uint8Array(count);
  for (const node of nodes.pseudoType?.index ?? []) pseudo[node] = 1;
  const { index = [], value = [] } = nodes.contentDocumentIndex ?? {};
  return { document, count, row, drawn, pseudo, frames: new Map(index.map((node, i) => [node, value[i]!])) };
}

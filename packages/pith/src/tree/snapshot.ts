/** As much of the answer to `DOMSnapshot.captureSnapshot` (Chrome DevTools Protocol) as is read; plain JSON. */
export interface Snapshot {
  readonly documents: readonly SnapshotDocument[];
  /** All texts, names and values; everything else names them by index, -1 for none. */
  readonly strings: readonly string[];
}

/** One document: the page itself is the first, its iframes follow. */
export interface SnapshotDocument {
  readonly nodes: SnapshotNodes;
  readonly layout: SnapshotLayout;
  readonly textBoxes: SnapshotTextBoxes;
  readonly scrollOffsetX?: number;
  readonly scrollOffsetY?: number;
  readonly contentWidth?: number;
  readonly contentHeight?: number;
}

/** Nodes in document order, shadow roots laid open, slots filled; one entry a node. */
export interface SnapshotNodes {
  readonly parentIndex: readonly number[];
  readonly nodeType: readonly number[];
  readonly nodeName: readonly number[];
  readonly nodeValue: readonly number[];
  /** Names and values by turns. */
  readonly attributes: readonly (readonly number[])[];
  readonly pseudoType?: { readonly index: readonly number[] };
  readonly contentDocumentIndex?: { readonly index: readonly number[]; readonly value: readonly number[] };
}

/** What was drawn; one entry a layout object. */
export interface SnapshotLayout {
  readonly nodeIndex: readonly number[];
  readonly styles: readonly (readonly number[])[];
  /** x, y, width, height. */
  readonly bounds: readonly (readonly number[])[];
}

/** Lines of text; one entry a line. */
export interface SnapshotTextBoxes {
  readonly layoutIndex: readonly number[];
  readonly bounds: readonly (readonly number[])[];
}

/** A document of a snapshot with what is looked up by node. */
export interface IndexedDocument {
  readonly document: SnapshotDocument;
  readonly count: number;
  /** The first layout entry of each node, -1 where it was not drawn. */
  readonly row: Int32Array;
  /** One where a node or something inside it was drawn. */
  readonly drawn: Uint8Array;
  /** One for `::before` and the like: drawn, but no part of the page's tree. */
  readonly pseudo: Uint8Array;
  /** iframe → index of its document. */
  readonly frames: ReadonlyMap<number, number>;
}

/** Prepares a document for look-ups by node. */
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

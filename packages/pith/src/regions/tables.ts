import type { Blocks } from '../blocks/blocks.js';
import { TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { RegionDraft } from './regions.js';

/** Share of a table's words that must be kept for the rest to follow. Set by hand. */
const MOST_OF_TABLE = 0.5;
/** Share of the threshold that a cell of a kept table must reach. Set by hand. */
const CELL_LENIENCE = 0.35;
/** Larger tables are layout, or too large for this rule. Set by hand. */
const LARGEST_TABLE = 600;

/** Keeps tables whole: a table without its header row or with holes is worse than none. */
export function keepTables(blocks: Blocks, draft: RegionDraft): void {
  const { tree } = blocks;
  if (!tree.tag.includes(TAG.table)) return;
  const holdsTable = tablesInside(tree);
  for (let b = 0; b < blocks.count; ) {
    const table = tableOf(blocks, b);
    if (table < 0 || holdsTable[table] === 1) {
      b++;
      continue;
    }
    let end = b;
    let words = 0;
    let kept = 0;
    for (; end < blocks.count && tree.contains(table, blocks.node[end]!); end++) {
      words += blocks.words[end]!;
      if (draft.isKept(end)) kept += blocks.words[end]!;
    }
    if (kept > 0 && kept >= words * MOST_OF_TABLE && end - b <= LARGEST_TABLE) keepRest(draft, b, end);
    b = end;
  }
}

function keepRest(draft: RegionDraft, from: number, to: number): void {
  for (let b = from; b < to; b++) {
    if (!draft.isSettled(b) && draft.probability[b]! >= draft.cut * CELL_LENIENCE)
      draft.decide(b, 'content', 'table');
  }
}

function tableOf({ tree, node }: Blocks, block: number): number {
  let n = node[block]!;
  while (n > 0 && tree.tag[n] !== TAG.table) n = tree.parent[n]!;
  return n > 0 ? n : -1;
}

/** 1 for each node that contains a table: nested tables are layout, not data. */
function tablesInside({ tag, parent, count }: PageTree): Uint8Array {
  const holds = new Uint8Array(count);
  // Children follow their parents, so one pass from the end suffices.
  for (let node = count - 1; node > 0; node--) {
    if (tag[node] === TAG.table || holds[node] === 1) holds[parent[node]!] = 1;
  }
  return holds;
}

import { markdownTable } from '../../report/markdown.js';
import type { MarkedParts } from '../../report/marked-document.js';
import { GROUPS, UNSEEN_GROUPS } from '../default/groups.js';
import type { JudgedPage } from '../default/judge.js';
import type { PeerScores } from '../default/peers.js';
import { f1Table, groupMeans } from '../default/results.js';

/** The figures of `docs/results/wide.md`: out of fold, beside the default and its peers. */
export function wideParts(
  pages: readonly JudgedPage[],
  usual: Readonly<Record<string, number>>,
  peers: PeerScores,
): MarkedParts {
  const groups = [...GROUPS, ...UNSEEN_GROUPS];
  const rows = groupMeans(pages, new Map(), groups).flatMap(({ title, own }) => {
    const known = usual[title.replace(', all', '').replace(', ', '/')];
    const wide = own.reduce((sum, f1) => sum + f1, 0) / own.length;
    return known === undefined
      ? []
      : [[title, String(own.length), wide.toFixed(3), known.toFixed(3), (wide - known).toFixed(3)]];
  });
  return {
    'beside-default': markdownTable(['pages of', 'n', 'wide', 'default', 'difference'], rows),
    'beside-peers': f1Table(pages, peers, groups),
  };
}

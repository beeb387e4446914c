import { markdownTable } from '../../report/markdown.js';
import type { MarkedParts } from '../../report/marked-document.js';
import { GROUPS, mean, type ScoredPage, UNSEEN_GROUPS } from '../default/groups.js';
import type { PeerScores } from '../default/peers.js';
import { f1Table, groupMeans } from '../default/results.js';

/** Tables that compare a model out of fold with the default and with peers. */
export function besideParts(
  name: string,
  pages: readonly ScoredPage[],
  usual: Readonly<Record<string, number>>,
  peers: PeerScores,
): MarkedParts {
  const groups = [...GROUPS, ...UNSEEN_GROUPS];
  const rows = groupMeans(pages, new Map(), groups).flatMap(({ title, own }) => {
    const known = usual[groupName(title)];
    const f1 = mean(own);
    return known === undefined
      ? []
      : [[title, String(own.length), f1.toFixed(3), known.toFixed(3), (f1 - known).toFixed(3)]];
  });
  return {
    'beside-default': markdownTable(['pages of', 'n', name, 'default', 'difference'], rows),
    'beside-peers': f1Table(pages, peers, groups),
  };
}

/** Group key in model cards: `wcxb, article` → `wcxb/article`. */
export const groupName = (title: string): string => title.replace(', all', '').replace(', ', '/');

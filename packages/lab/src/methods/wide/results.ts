import { markdownTable } from '../../report/markdown.js';
import { GROUPS, UNSEEN_GROUPS } from '../default/groups.js';
import type { JudgedPage } from '../default/judge.js';
import type { PeerScores } from '../default/peers.js';
import { f1Table, groupMeans } from '../default/results.js';

/** The document of results of the wide model: out of fold, beside the default and its peers. */
export function wideDocument(
  pages: readonly JudgedPage[],
  usual: Readonly<Record<string, number>>,
  peers: PeerScores,
  provenance: readonly string[],
): string {
  const groups = [...GROUPS, ...UNSEEN_GROUPS];
  const rows = groupMeans(pages, new Map(), groups).flatMap(({ title, own }) => {
    const known = usual[title.replace(', all', '').replace(', ', '/')];
    const wide = own.reduce((sum, f1) => sum + f1, 0) / own.length;
    return known === undefined
      ? []
      : [[title, String(own.length), wide.toFixed(3), known.toFixed(3), (wide - known).toFixed(3)]];
  });
  return `# The wide model, measured

[\`@webpith/wide\`](../../packages/wide/README.md) learns from twelve corpora, six of which do not teach the default because of their terms.
Every figure of it here is out of fold by site: five models, each trained without one fifth of the sites. Figures are
written by \`pith train wide\`.

${provenance.map(line => `- ${line}`).join('\n')}

## Beside the default

Mean over pages of the F1 of words as bags. The default is out of fold too on the corpora that teach it; on the other six it
is the model as it is shipped, which never saw them.

${markdownTable(['pages of', 'n', 'wide', 'default', 'difference'], rows)}

## Beside its peers

${f1Table(pages, peers, groups)}
`;
}

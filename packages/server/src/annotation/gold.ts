import { visibleLeaves } from '@webpith/lab';
import type { StoredLabel } from '@webpith/store';
import { blocksFromTree, type PageTree, TAG } from 'webpith/stages';
import { type ResolvedLabels, type ResolveOptions, resolveLabels } from './resolve.js';

interface LabelledGold {
  readonly text: string | undefined;
  readonly title: string | undefined;
  readonly comments: readonly string[] | undefined;
}

const CONTENT: ReadonlySet<string> = new Set([
  'main content',
  'good main',
  'body',
  'post',
  'introduction',
  'heading',
  'paragraph',
]);
const COMMENTS: ReadonlySet<string> = new Set(['comment', 'comments']);

export function goldFromLabels(
  tree: PageTree,
  labels: readonly StoredLabel[],
  options: ResolveOptions = {},
): LabelledGold {
  const lines = linesByLabel(tree, resolveLabels(tree, labels, options));
  const text = lines(label => CONTENT.has(label)).join('\n');
  const [title] = lines(label => label === 'title');
  const comments = lines(label => COMMENTS.has(label));
  return { text: text || undefined, title, comments: comments.length > 0 ? comments : undefined };
}

interface Run {
  readonly text: string;
  readonly label: string | undefined;
}

const SPACE: Run = { text: ' ', label: undefined };

/** Returns a function that collects the visible text with the wanted labels, one line per block. */
export function linesByLabel(
  tree: PageTree,
  resolved: ResolvedLabels,
): (isWanted: (label: string) => boolean) => string[] {
  const blocks = blocksFromTree(tree);
  const visible = new Set(visibleLeaves(tree).map(({ node }) => node));
  const runsOf = (node: number): Run[] => {
    if (tree.tag[node] === TAG.br) return [SPACE];
    if (tree.tag[node] !== TAG['#text']) return [];
    if (!visible.has(node)) return [SPACE];
    const text = tree.text(node);
    return resolved.runs(node).map(({ start, end, label }) => ({ text: text.slice(start, end), label }));
  };
  const runs = blocks.texts.map((_, b) => {
    const own: Run[] = [];
    for (let node = blocks.first[b]!; node < blocks.end[b]!; node++) own.push(...runsOf(node));
    return own;
  });
  return isWanted =>
    runs
      .map(own =>
        own
          .map(run => (run.label !== undefined && isWanted(run.label) ? run.text : ' '))
          .join('')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .filter(line => line !== '');
}

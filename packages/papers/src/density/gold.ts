import { type Example, LabError, type Page, readLabels } from '@webpith/lab';
import { isVisibleText, pageTree } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { collapsedLength } from '../write-text.js';
import type { PageClass } from './decide.js';

/** What is known of a page: its class and the characters of its regions. */
export interface GoldPage {
  readonly pageClass: PageClass;
  /** Characters of the article, or of all areas together; undefined where nobody annotated them. */
  readonly article: number | undefined;
  /** Characters of the comments; 0 where there are none. */
  readonly comments: number;
  /** The content as plain text, where the corpus has it. */
  readonly text: string | undefined;
}

/** Types of pages that consist of multiple similar areas. */
const MULTIPLE_TYPES = new Set(['forum', 'listing', 'collection']);

/** The gold of an example, or undefined where it is of no class of the paper: an article that nobody labelled, a product. */
export function goldOf({ page, labels }: Example, tree: PageTree = pageTree(page)): GoldPage | undefined {
  if (page.type !== undefined && MULTIPLE_TYPES.has(page.type)) {
    return { pageClass: 'multiple', article: goldLength(page), comments: 0, text: page.text };
  }
  if (labels === undefined) return undefined;
  const nodes = Object.entries(labels.nodes).map(([id, label]) => [Number(id), label] as const);
  checkNodes(page, nodes, tree);
  const characters = (label: string) =>
    nodes.reduce((sum, [node, name]) => (name === label ? sum + charactersIn(tree, node) : sum), 0);
  const comments = characters('comments');
  const hasComments = nodes.some(([, label]) => label === 'comments');
  return {
    pageClass: hasComments ? 'article-with-comments' : 'article',
    article: characters('article') || goldLength(page),
    comments,
    text: page.text,
  };
}

/** A page with its labels from a folder, where somebody gave them. */
export async function labelled(folder: string, page: Page): Promise<Example> {
  const labels = await readLabels(folder, page);
  return { page, ...(labels === undefined ? {} : { labels }) };
}

function goldLength({ text }: Page): number | undefined {
  const length = collapsedLength(text ?? '');
  return length === 0 ? undefined : length;
}

/** Characters in a node that are text of the page, hidden or not: what is annotated is what the HTML holds. */
function charactersIn(tree: PageTree, node: number): number {
  let sum = 0;
  for (let n = node; n < tree.end[node]!; n++) {
    if (isVisibleText(tree, n)) sum += collapsedLength(tree.text(n));
  }
  return sum;
}

function checkNodes(page: Page, nodes: readonly (readonly [number, string])[], { count }: PageTree): void {
  const strange = nodes.find(([node]) => node >= count);
  if (strange === undefined) return;
  const message = `The labels of page “${page.id}” name node ${strange[0]}, but its tree has ${count} nodes. Label the page anew.`;
  throw new LabError('bad-labels', message);
}

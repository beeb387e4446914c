import { type Example, LabError, type Page } from '@webpith/lab';
import { isVisibleText, pageTree } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { collapsedLength } from '../write-text.js';
import type { PageClass } from './decide.js';

export interface GoldPage {
  readonly pageClass: PageClass;
  /** Characters of the article, or of all areas; undefined if not annotated. */
  readonly article: number | undefined;
  readonly comments: number;
  readonly text: string | undefined;
}

const MULTIPLE_TYPES = new Set(['forum', 'listing', 'collection']);

/** Undefined if the page has no class of the paper, e.g. an unlabelled article or a product. */
export function goldOf({ page, labels }: Example, tree: PageTree = pageTree(page)): GoldPage | undefined {
  if (page.type !== undefined && MULTIPLE_TYPES.has(page.type)) {
    return { pageClass: 'multiple', article: goldLength(page), comments: 0, text: page.text };
  }
  if (labels === undefined) return undefined;
  const nodes = Object.entries(labels.nodes).map(([id, label]) => [Number(id), label] as const);
  checkNodes(page, nodes, tree);
  const characters = (label: string) =>
    nodes.reduce((sum, [node, name]) => (name === label ? sum + charactersIn(tree, node) : sum), 0);
  const hasComments = nodes.some(([, label]) => label === 'comments');
  return {
    pageClass: hasComments ? 'article-with-comments' : 'article',
    article: characters('article') || goldLength(page),
    comments: characters('comments'),
    text: page.text,
  };
}

/** The class of an article without labels whose corpus lists its comments, if only as an empty list. */
export function goldOfTexts(page: Page): GoldPage | undefined {
  const article = goldLength(page);
  const isArticle = (page.type ?? 'article') === 'article';
  if (article === undefined || page.comments === undefined || !isArticle) return undefined;
  const comments = page.comments.reduce((sum, text) => sum + collapsedLength(text), 0);
  const pageClass = comments > 0 ? 'article-with-comments' : 'article';
  return { pageClass, article, comments, text: page.text };
}

function goldLength({ text }: Page): number | undefined {
  const length = collapsedLength(text ?? '');
  return length === 0 ? undefined : length;
}

/** Characters of text in a node, including text hidden by styles: annotators label the HTML. */
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
  const message = `The labels of page “${page.id}” name node ${strange[0]}, but its tree has ${count} nodes. Label the page again.`;
  throw new LabError('bad-labels', message);
}

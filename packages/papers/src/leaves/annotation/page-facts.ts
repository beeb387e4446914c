import { align, type Gold, wordsOf } from '@webpith/lab';
import type { PageTree } from 'webpith/stages';
import type { LeafView } from './leaf-view.js';

/** Page-level input of the first-pass rules, from the gold or, without gold, from the extractor. */
export interface PageFacts {
  readonly tree: PageTree;
  /** Share of each leaf's words that occur in the content. */
  readonly share: Float32Array;
  /** First and last leaf of running text. */
  readonly from: number;
  readonly to: number;
  readonly title: ReadonlySet<number>;
  readonly firstTitle: number;
  readonly authors: readonly string[];
  /** Node ranges of reader comments. */
  readonly comments: readonly (readonly [number, number])[];
}

/** Gold fields of the article, completed by an extractor. */
export interface ArticleFacts extends Pick<Gold, 'title' | 'author'> {
  readonly content: string;
  readonly commentNodes: readonly number[];
}

/** Aligns the article's fields with the leaves. */
export function pageFacts(tree: PageTree, views: readonly LeafView[], article: ArticleFacts): PageFacts {
  const texts = views.map(view => (view.kind === 'text' ? wordsOf(view.text) : []));
  const { page } = align(texts.flat(), wordsOf(article.content));
  const share = new Float32Array(views.length);
  let at = 0;
  texts.forEach((words, i) => {
    let found = 0;
    for (let w = 0; w < words.length; w++) found += page[at++]!;
    share[i] = words.length > 0 ? found / words.length : 0;
  });
  const running = views.filter(view => share[view.index]! >= 0.8 && view.words >= 8).map(view => view.index);
  const from = running[0] ?? views.length;
  const to = running.at(-1) ?? -1;
  const title = titleLeaves(views, article.title ?? '', from);
  const { author = [] } = article;
  const people = (typeof author === 'string' ? author.split(/[,;|&]| and | und | et /) : [...author])
    .map(name => name.trim().toLowerCase())
    .filter(name => name.length > 3 && name.length < 60);
  return {
    tree,
    share,
    from,
    to,
    title,
    firstTitle: title.size > 0 ? Math.min(...title) : from,
    authors: people,
    comments: article.commentNodes.map(node => [node, tree.end[node]!] as const),
  };
}

/**
 * The leaf most similar to the title, headings preferred, with adjacent parts of the same heading; otherwise the last
 * h1 before the text.
 */
function titleLeaves(views: readonly LeafView[], title: string, from: number): Set<number> {
  const wanted = wordsOf(title);
  const goal = new Set(wanted);
  const likeness = (view: LeafView) => {
    const words = wordsOf(view.text);
    const common = words.filter(word => goal.has(word)).length;
    return words.length === 0 ? 0 : (2 * common) / (words.length + wanted.length);
  };
  const score = (view: LeafView) =>
    view.kind !== 'text' || view.tags.includes('nav')
      ? 0
      : likeness(view) +
        (/(^|<)h1/.test(view.tags) ? 0.3 : /(^|<)h2/.test(view.tags) ? 0.1 : 0) +
        (view.index <= from ? 0.05 : 0);
  let best: LeafView | undefined;
  for (const view of views) if (score(view) > 0.6 && (!best || score(view) > score(best))) best = view;
  best ??= views
    .filter(view => view.index < from && /(^|<)h1/.test(view.tags) && view.kind === 'text')
    .at(-1);
  if (!best) return new Set();
  const leaves = new Set([best.index]);
  for (const step of [-1, 1]) {
    for (
      let i = best.index + step;
      views[i]?.tags === best.tags && views[i]!.kind === 'text' && Math.abs(i - best.index) < 4;
      i += step
    ) {
      if (/(^|<)h[12]/.test(views[i]!.tags) && likeness(views[i]!) > 0.05) leaves.add(i);
      else break;
    }
  }
  return leaves;
}

import { wordsOf } from '@webpith/lab';
import { type PageTree, TAG } from 'webpith/stages';
import type { PageClaims } from './page-claims.js';
import type { PageContext } from './page-context.js';
import type { RichContext } from './rich.js';
import { step } from './tokens.js';
import type { FeatureWriter } from './writer.js';

/** Minimum Dice coefficient of a heading and the title in the head. */
const LIKE = 0.5;
const MOST_DATES = 3;

/** The leaf under h1 or h2 most similar to the title in the head, otherwise the first under h1, or -1. */
export function titleLeaf({ tree, leaves, texts }: PageContext, claims: PageClaims): number {
  let title = -1;
  let best = LIKE;
  let firstH1 = -1;
  leaves.forEach(({ node, kind }, i) => {
    const level = kind === 'text' ? headingLevel(tree, node) : 0;
    if (level === 0) return;
    if (level === 1 && firstH1 < 0) firstH1 = i;
    const said = wordsOf(texts[i]!);
    const common = said.filter(word => claims.title.has(word)).length;
    const likeness = (2 * common) / (said.length + claims.title.size);
    if (likeness <= best) return;
    best = likeness;
    title = i;
  });
  return title >= 0 ? title : firstH1;
}

/** 1 under h1, 2 under h2, otherwise 0. */
function headingLevel(tree: PageTree, node: number): number {
  for (let n = tree.parent[node]!, up = 0; n > 0 && up < 4; n = tree.parent[n]!, up++) {
    if (tree.tag[n] === TAG.h1) return 1;
    if (tree.tag[n] === TAG.h2) return 2;
  }
  return 0;
}

/** Position relative to the title: distance, between title and text or not, and rank among the dates after it. */
export function titlePlaceFeatures(
  { tree, leaves, words, main, title, dates }: RichContext,
  out: FeatureWriter,
): (leaf: number) => void {
  const [later, earlier] = [out.steps('title later '), out.steps('title earlier ')];
  const [headWords, headTag] = [out.steps('head words '), out.words('head <')];
  const [dateLater, dateEarlier] = [
    out.steps('place:date, title later '),
    out.steps('place:date, title earlier '),
  ];
  const order = out.steps('place:date after title ');
  let seen = 0;
  return i => {
    if (title < 0) return;
    const distance = step(Math.abs(i - title));
    (i < title ? later : earlier)(distance);
    if (i > title && i < main.first) {
      headWords(step(words[i]!));
      headTag(tree.tagName(tree.parent[leaves[i]!.node]!));
    }
    if (dates[i] === 0) return;
    (i < title ? dateLater : dateEarlier)(distance);
    if (i > title) order(Math.min(MOST_DATES, seen++));
  };
}

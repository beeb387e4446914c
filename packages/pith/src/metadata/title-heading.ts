import type { Blocks } from '../blocks/blocks.js';
import { TAG } from '../tree/names.js';
import { HIDDEN, IN_ANCHOR, type PageTree } from '../tree/tree.js';
import { tidy } from './claims.js';
import { likeness, wordsOf } from './likeness.js';
import { isHiddenByName, namesOf, Outskirts } from './outskirts.js';
import { cutAtSeparators } from './site-name.js';

export interface Heading {
  readonly block: number;
  readonly node: number;
  readonly text: string;
  /** True if it is the only visible heading of level one, and not a link. */
  readonly isOnly: boolean;
  /** Similarity to the titles in the head, 0 to 1. */
  readonly like: number;
}

/** Maximum characters of a title. The longest of 1,870 real titles has 230. */
const MAX_TITLE = 400;
const MAX_HEADINGS = 30;

/**
 * The heading that shows the page's title: the one most similar to the titles in the head, with a bonus for level one.
 * If none is similar enough, a line equal to a title is used instead. A heading unlike all titles counts only if it is
 * the only one of level one. Links are penalised, since they usually lead to the front page. The numbers were set by
 * hand.
 */
export function titleHeading(
  blocks: Blocks,
  titles: readonly string[],
  /** True for texts that are never the title, such as the site's name. */
  isNone: (text: string) => boolean = () => false,
): Heading | undefined {
  const outskirts = new Outskirts(blocks.tree, -1);
  const parts = distinctParts(titles).filter(({ text }) => !isNone(text));
  const best = likeliestHeading(blocks, parts, outskirts, isNone);
  const block =
    best !== undefined && best.like >= 0.5
      ? best.block
      : (titleLine(blocks, parts, outskirts) ?? best?.block);
  if (block === undefined) return undefined;
  const isOnly = isOnlyHeading(blocks, block);
  if (!isOnly && block === best?.block && best.like < 0.2) return undefined;
  return {
    block,
    node: blocks.node[block]!,
    text: headingText(blocks, block),
    isOnly,
    like: block === best?.block ? best.like : 1,
  };
}

const TOP_LEVEL = 0.3;
const SMALL_LINE_NAMES = new RegExp(
  `(?:^|[\\s_-])(?:${[
    'kicker|top-?title|title-?header|overline|eyebrow|h1small|small|roof-?line|dachzeile|spitzmarke|top-?line|pre-?title',
    'super-?title|vorspann|label|prefix|sub-?(?:title|head|headline|line|heading)|tagline|untertitel',
  ].join('|')})(?=$|[\\s_-])`,
);

const LEADING_DATE = /^\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d\d(?=\s))[\s|:–—-]{0,5}(?=\p{L})/u;

const PERMALINK = /\s?(?:[¶🔗]\ufe0f?|\s[#§])$/u;

/**
 * The text of a heading without small lines such as kickers; if it has none, without a date at the start and a
 * permalink symbol.
 */
export function headingText(blocks: Blocks, block: number): string {
  const { tree } = blocks;
  const heading = blocks.node[block]!;
  const whole = tidy(blocks.texts[block]!).replace(LEADING_DATE, '').replace(PERMALINK, '');
  let text = '';
  let hasSmallLine = false;
  for (let n = blocks.first[block]!; n < blocks.end[block]!; n++) {
    if (tree.tag[n] !== TAG['#text']) continue;
    if (tree.parent[n] !== heading && isSmallLine(tree, tree.parent[n]!)) hasSmallLine = true;
    else text += `${tree.text(n)} `;
  }
  if (!hasSmallLine) return whole;
  const rest = tidy(text).replace(/^[\s:|–—-]+/, '');
  return wordsOf(rest).length > 1 ? rest : whole;
}

function isSmallLine(tree: PageTree, node: number): boolean {
  return (
    tree.tag[node] === TAG.small || tree.tag[node] === TAG.time || SMALL_LINE_NAMES.test(namesOf(tree, node))
  );
}

const SURE = 1 + TOP_LEVEL;

interface Likely {
  readonly block: number;
  readonly like: number;
  readonly score: number;
}

function likeliestHeading(
  blocks: Blocks,
  parts: readonly TitlePart[],
  outskirts: Outskirts,
  isNone: (text: string) => boolean,
): Likely | undefined {
  const titles = parts.map(part => ({ words: wordsOf(part.text), weight: part.weight }));
  let best: Likely | undefined;
  let seen = 0;
  for (let block = 0; block < blocks.count; block++) {
    const level = blocks.level[block]!;
    if (level === 0 || level > 3 || (level > 1 && ++seen > MAX_HEADINGS)) continue;
    if (blocks.characters[block]! > MAX_TITLE) continue;
    const words = wordsOf(blocks.texts[block]!);
    let like = 0;
    for (const title of titles) like = Math.max(like, title.weight * likeness(words, title.words));
    const score = like + (level === 1 ? TOP_LEVEL : 0) - (blocks.flags[block]! & IN_ANCHOR ? 0.2 : 0);
    if ((level > 1 && like < 0.3) || (best !== undefined && score <= best.score)) continue;
    if (isHidden(blocks, block) || (like < 0.5 && outskirts.has(blocks.node[block]!))) continue;
    if (isNone(blocks.texts[block]!)) continue;
    best = { block, like, score };
    if (score >= SURE) break;
  }
  return best;
}

/** The first visible block that equals a title in the head, or a part of it, of three words or more. */
function titleLine(blocks: Blocks, parts: readonly TitlePart[], outskirts: Outskirts): number | undefined {
  const wanted = new Set(parts.map(part => part.text.toLowerCase()).filter(part => wordsOf(part).length > 2));
  const lengths = new Set([...wanted].map(part => part.length));
  for (let block = 0; block < blocks.count; block++) {
    if (!lengths.has(blocks.characters[block]!) || !wanted.has(blocks.texts[block]!.toLowerCase())) continue;
    if (!isHidden(blocks, block) && !outskirts.has(blocks.first[block]!)) return block;
  }
  return undefined;
}

function isOnlyHeading(blocks: Blocks, heading: number): boolean {
  if (blocks.level[heading] !== 1 || (blocks.flags[heading]! & IN_ANCHOR) !== 0) return false;
  for (let block = 0; block < blocks.count; block++) {
    if (blocks.level[block] === 1 && block !== heading && !isHidden(blocks, block)) return false;
  }
  return true;
}

const LATER_PART = 0.6;

interface TitlePart {
  readonly text: string;
  readonly weight: number;
}

/** Every title and its parts; the first part is likelier the title than later ones, which may be the site's name. */
function distinctParts(titles: readonly string[]): TitlePart[] {
  const parts = new Map<string, number>();
  const add = (text: string, weight: number) => parts.set(text, Math.max(weight, parts.get(text) ?? 0));
  for (const title of titles) {
    add(tidy(title), 1);
    for (const [i, segment] of cutAtSeparators(tidy(title)).entries())
      add(segment.text, i === 0 ? 1 : LATER_PART);
  }
  return [...parts].map(([text, weight]) => ({ text, weight }));
}

function isHidden(blocks: Blocks, block: number): boolean {
  return (blocks.flags[block]! & HIDDEN) !== 0 || isHiddenByName(blocks.tree, blocks.node[block]!);
}

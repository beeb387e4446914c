import { wordsOf } from '@webpith/lab';
import { ATTR, memoised, type PageTree, siteOfHost, TAG } from 'webpith/stages';
import { linkAround } from '../leaf-text.js';
import type { PageClaims } from './page-claims.js';
import type { PageContext } from './page-context.js';

/** Content of a box that its own leaves do not show, summed over each node's subtree. */
export interface BoxFacts {
  /** Bit set of the form fields in `FIELDS`. */
  readonly fields: Uint8Array;
  /** Leaves in links to other sites. */
  readonly away: Uint32Array;
  /** Leaves that contain a price or a discount. */
  readonly prices: Uint32Array;
  /** Leaves in links of at least three words (teasers), and those that share a word with the title. */
  readonly teasers: Uint32Array;
  readonly onTopic: Uint32Array;
  /** Leaves in links to story-like addresses: a last segment of several words, or a long number. */
  readonly stories: Uint32Array;
  /** Per leaf: 1 + words in the last segment of the link's address; zero without a link. */
  readonly slugs: Uint8Array;
}

type NodeFacts = Omit<BoxFacts, 'slugs'>;

/** Kinds of form field: newsletters have an e-mail field, logins a password, comment forms a text area. */
export const FIELDS = ['email', 'password', 'search', 'area', 'check', 'text'] as const;

const TEASER_WORDS = 3;
/** Minimum length of a title word; shorter ones (the, and, with) occur in any teaser. */
const TELLING = 5;
const PRICE = /[$€£¥]\s?\d|\d\s?(?:€|zł|USD|EUR)|\d{1,2}\s?% off|\boff\b.{0,12}\d{1,2}\s?%/i;

export function boxFacts(
  { tree, leaves, texts, words }: PageContext,
  { title }: Pick<PageClaims, 'title'>,
): BoxFacts {
  const facts = {
    fields: fieldBits(tree),
    away: new Uint32Array(tree.count),
    prices: new Uint32Array(tree.count),
    teasers: new Uint32Array(tree.count),
    onTopic: new Uint32Array(tree.count),
    stories: new Uint32Array(tree.count),
  };
  const slugs = new Uint8Array(leaves.length);
  const slugOf = memoised(slugWords);
  const isAway = awayFrom(tree);
  const telling = new Set([...title].filter(word => word.length >= TELLING));
  leaves.forEach(({ node, kind }, i) => {
    const anchor = linkAround(tree, node);
    const href = anchor < 0 ? '' : (tree.attribute(anchor, ATTR.href) ?? '');
    if (isAway(href)) facts.away[node] = 1;
    if (anchor >= 0) slugs[i] = 1 + slugOf(href);
    if (slugs[i]! > STORY_WORDS) facts.stories[node] = 1;
    if (kind !== 'text') return;
    if (words[i]! <= 12 && PRICE.test(texts[i]!)) facts.prices[node] = 1;
    if (anchor < 0 || words[i]! < TEASER_WORDS) return;
    facts.teasers[node] = 1;
    if (wordsOf(texts[i]!.slice(0, 200)).some(word => telling.has(word))) facts.onTopic[node] = 1;
  });
  sumUp(tree, facts);
  return { ...facts, slugs };
}

function sumUp(
  { count, parent }: PageTree,
  { fields, away, prices, teasers, onTopic, stories }: NodeFacts,
): void {
  for (let n = count - 1; n > 0; n--) {
    const above = parent[n]!;
    fields[above]! |= fields[n]!;
    away[above]! += away[n]!;
    prices[above]! += prices[n]!;
    teasers[above]! += teasers[n]!;
    onTopic[above]! += onTopic[n]!;
    stories[above]! += stories[n]!;
  }
}

/** Minimum number of words in the last segment of a story's address. */
const STORY_WORDS = 3;
const MOST_WORDS = 8;

/** Words in the last segment of an address; at least `STORY_WORDS` if the path contains a long number. */
function slugWords(href: string): number {
  const path = href.slice(0, 300).split(/[?#]/, 1)[0]!;
  const last = path.split('/').findLast(part => part !== '') ?? '';
  const words = last.split(/[-_]/).filter(word => /^[^\d.]{2,}/.test(word)).length;
  return Math.min(MOST_WORDS, /\d{6}/.test(path) ? Math.max(words, STORY_WORDS) : words);
}

function fieldBits(tree: PageTree): Uint8Array {
  const bits = new Uint8Array(tree.count);
  for (let n = 1; n < tree.count; n++) {
    const kind =
      tree.tag[n] === TAG.textarea ? 'area' : tree.tag[n] === TAG.input ? kindOfInput(tree, n) : '';
    if (kind !== '') bits[n] = 1 << FIELDS.indexOf(kind);
  }
  return bits;
}

function kindOfInput(tree: PageTree, node: number): (typeof FIELDS)[number] | '' {
  const type = (tree.attribute(node, ATTR.type) ?? 'text').toLowerCase();
  if (type === 'password') return 'password';
  if (type === 'checkbox' || type === 'radio') return 'check';
  if (!/^(?:text|email|search|url|tel|)$/.test(type)) return '';
  const named = `${type} ${tree.attribute(node, ATTR.name) ?? ''} ${tree.attribute(node, ATTR.id) ?? ''}`
    .slice(0, 120)
    .toLowerCase();
  if (/mail/.test(named)) return 'email';
  return /search|query|\b[qs]\b/.test(named) ? 'search' : 'text';
}

/** Returns a test for addresses on another site than the one most links of the page lead to. */
function awayFrom(tree: PageTree): (href: string) => boolean {
  const siteOf = memoised((href: string) => {
    const host = /^\s*(?:https?:)?\/\/([^/?#:\s]{3,100})/i.exec(href.slice(0, 120))?.[1];
    return host === undefined ? '' : siteOfHost(host);
  });
  const counts = new Map<string, number>();
  for (let n = 1; n < tree.count; n++) {
    if (tree.tag[n] !== TAG.a) continue;
    const site = siteOf(tree.attribute(n, ATTR.href) ?? '');
    if (site !== '') counts.set(site, (counts.get(site) ?? 0) + 1);
  }
  let home = '';
  for (const [site, count] of counts) if (count > (counts.get(home) ?? 0)) home = site;
  return href => {
    const site = siteOf(href);
    return site !== '' && site !== home;
  };
}

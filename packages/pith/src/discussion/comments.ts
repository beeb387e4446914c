import { isProse } from '../features/measurements/structure.js';
import { ByClass, classOf, isNamed, type NameMask, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { KEYWORD_GROUPS } from '../features/word-lists.js';
import type { Groups } from '../groups/from-page.js';
import { blockSums, firstBlockFrom, type Group, type NodeRange } from '../groups/group.js';
import { type Marks, marksIn } from '../groups/marks.js';
import { hostOf, webAddress } from '../metadata/addresses.js';
import { nodeText } from '../metadata/node-text.js';
import { ATTR, TAG } from '../tree/names.js';
import { IS_BLOCK, meaning } from '../tree/tags.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { type Anatomy, bestAnatomy } from './anatomy.js';
import { fromSchema, schemaPosts, withSchema } from './embedded-posts.js';
import { type FoundPost, postsOf, postTexts } from './post.js';
import { withParents } from './replies.js';

export const COMMENT = nameMask('comment');
const OTHER_WORDS = nameMask('discussion');

/** Roles of blocks. Headings and forms between comments have the role AROUND_COMMENTS. */
export const NO_COMMENT = 0;
export const IN_COMMENT = 1;
export const AROUND_COMMENTS = 2;

// The constants in this file were tuned by hand on the corpus `dragnet` (docs/results/discussions.md).

const STRATEGIES: readonly Strategy[] = [
  { ranges: page => namedRanges(page, COMMENT), isEach: false, isSure: true, least: 1, score: 0 },
  { ranges: headedRanges, isEach: true, isSure: true, least: 1, score: 0.3 },
  { ranges: page => namedRanges(page, OTHER_WORDS), isEach: false, isSure: false, least: 2, score: 0.5 },
];

interface Strategy {
  readonly ranges: (page: Page) => readonly NodeRange[];
  /** True if each range is searched by itself; otherwise all ranges are searched together. */
  readonly isEach: boolean;
  /** False if the entries may be the topics of a forum index. */
  readonly isSure: boolean;
  readonly least: number;
  readonly score: number;
}

interface Found extends Anatomy {
  readonly ranges: readonly NodeRange[];
  readonly forms: Uint8Array;
  readonly marks: Marks;
}

/** The comments below an article, in elements named after comments or after a heading for them. */
export class Comments {
  readonly #groups: Groups;
  readonly #ranges: (readonly NodeRange[] | undefined)[] = [];
  #isSearched = false;
  #found: Found | undefined;
  #posts: readonly FoundPost[] | undefined;

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  get posts(): readonly FoundPost[] {
    this.#posts ??= this.#readPosts();
    return this.#posts;
  }

  /** The role of each block (`NO_COMMENT`, …), or undefined without comments. */
  get roles(): Uint8Array | undefined {
    const found = this.#search();
    if (found === undefined) return undefined;
    const { posts, ranges } = found;
    const { blocks } = this.#groups.page;
    const roles = new Uint8Array(blocks.count);
    const mark = ({ start, end }: NodeRange, role: number) =>
      roles.fill(role, firstBlockFrom(blocks, start), firstBlockFrom(blocks, end));
    for (const range of ranges) mark(range, AROUND_COMMENTS);
    posts.starts.forEach((start, i) => {
      if (posts.outer[i]! < 0) mark({ start, end: posts.ends[i]! }, IN_COMMENT);
    });
    return roles;
  }

  /** True if any matching block lies in a comment region; cheaper than `roles`. */
  mayContain(isMatch: (block: number) => boolean): boolean {
    return STRATEGIES.some((_, i) => this.#rangesOf(i).some(range => this.#containsAny(range, isMatch)));
  }

  /** Words of prose between the title and the first comment region; 0 without comments. */
  get lead(): number {
    const found = this.#search();
    if (found === undefined) return 0;
    const { blocks, landmarks } = this.#groups.page;
    const last = firstBlockFrom(blocks, Math.min(...found.ranges.map(({ start }) => start)));
    let words = 0;
    for (let b = Math.max(0, landmarks.title); b < last; b++)
      if (isProse(blocks, b)) words += blocks.words[b]!;
    return words;
  }

  #rangesOf(strategy: number): readonly NodeRange[] {
    const ranges = this.#ranges[strategy] ?? STRATEGIES[strategy]!.ranges(this.#groups.page);
    this.#ranges[strategy] = ranges;
    return ranges;
  }

  #containsAny({ start, end }: NodeRange, isMatch: (block: number) => boolean): boolean {
    const { blocks } = this.#groups.page;
    const last = firstBlockFrom(blocks, end);
    for (let b = firstBlockFrom(blocks, start); b < last; b++) if (isMatch(b)) return true;
    return false;
  }

  #search(): Found | undefined {
    if (!this.#isSearched) this.#found = this.#firstFound();
    this.#isSearched = true;
    return this.#found;
  }

  #firstFound(): Found | undefined {
    for (const [i, { isEach, isSure, least, score }] of STRATEGIES.entries()) {
      const all = this.#rangesOf(i);
      for (const ranges of isEach ? all.map(range => [range]) : [all]) {
        const found = commentsIn(this.#groups, ranges, isSure);
        if (found !== undefined && found.score >= score && found.posts.starts.length >= least) return found;
      }
    }
    return undefined;
  }

  #readPosts(): readonly FoundPost[] {
    const { page } = this.#groups;
    const described = schemaPosts(page.tree, true);
    const shown = withParents(page, this.#shownPosts());
    return shown.length > 0 ? withSchema(page, shown, described) : described.map(fromSchema);
  }

  #shownPosts(): FoundPost[] {
    const found = this.#search();
    if (found === undefined) return [];
    const { first } = this.#groups.page.blocks;
    const texts = postTexts(this.#groups, found.posts, found.marks);
    const posts = postsOf(this.#groups, found.posts, texts).map(post => ({
      ...post,
      blocks: post.blocks.filter(block => found.forms[first[block]!] === 0),
    }));
    return posts.filter(({ blocks }) => blocks.length > 0);
  }
}

function commentsIn(groups: Groups, ranges: readonly NodeRange[], isSure: boolean): Found | undefined {
  if (ranges.length === 0) return undefined;
  const { page } = groups;
  const { blocks } = page;
  const forms = commentForms(page, ranges);
  // Headings are excluded, since they usually announce comments or invite new ones.
  const weight = blockSums(blocks, b => {
    const isText = blocks.linkWords[b]! * 2 < blocks.words[b]! && blocks.level[b] === 0;
    return isText && forms[blocks.first[b]!] === 0 ? blocks.words[b]! : 0;
  });
  let total = 0;
  for (const { start, end } of ranges) total += weight.between(start, end);
  if (total === 0) return undefined;
  const found = groups.find(weight, { ranges, least: 1 });
  if (found.length === 0) return undefined;
  const marks = marksIn(groups, ranges);
  const best = bestAnatomy(found, weight, marks, { total, lead: -1 });
  if (best === undefined || !areComments(page, best, marks, isSure)) return undefined;
  return { ...best, ranges, marks, forms };
}

/** Groups without post ids and of up to this size need SCORE_OF_FEW, the score of two posts with author and date. */
const FEW = 4;
const SCORE_OF_FEW = 0.6;
const ONE_COMMENT =
  /(?:^|[\s_-])(?:comment|kommentar|commentaire|comentario|reply|response)(?!s|-?(?:list|area|form|box|wrap|section|count|container|block|policy))/;

/** False for notices, teasers and member lists in the place of comments. */
function areComments(page: Page, { posts, score }: Anatomy, marks: Marks, isSure: boolean): boolean {
  const { tree } = page;
  const { starts, ends } = posts;
  const isNumbered = (start: number) => marks.idCounts.has(start);
  if (!starts.some(isNumbered) && areTeasers(page, posts, isSure)) return false;
  const n = starts.length;
  if (n > 1) return n > FEW || starts.some(isNumbered) || score >= SCORE_OF_FEW;
  const [start, end] = [starts[0]!, ends[0]!];
  const { authorCounts, dateCounts, idCounts } = marks;
  const signs = [authorCounts, dateCounts, idCounts].filter(counts => counts.between(start, end) > 0);
  if (signs.length === 3) return true;
  const names = `${classOf(tree, start)} ${tree.attribute(start, ATTR.id) ?? ''}`;
  const isNamedOne = ONE_COMMENT.test(names.slice(0, 400));
  return isNumbered(start) ? isNamedOne || signs.length === 2 : isNamedOne && signs.length === 2;
}

/** True if most entries have a heading that links to another page of the site. */
function areTeasers(page: Page, { starts, ends }: Group, isSure: boolean): boolean {
  const leading = starts.filter((start, i) => isHeadedByLink(page, start, ends[i]!, isSure));
  return leading.length * 2 > starts.length;
}

const PROFILE = /#|\/(?:users?|profiles?|authors?|members?|people)\b/i;

function isHeadedByLink({ blocks, hints }: Page, start: number, end: number, isSure: boolean): boolean {
  const { tree, level, words, linkWords } = blocks;
  const opening = firstBlockFrom(blocks, start);
  for (let b = opening; b < blocks.count && blocks.first[b]! < end; b++) {
    const mayHead = level[b] !== 0 || (b === opening && !isSure);
    if (!mayHead || words[b]! < TEASER_WORDS || linkWords[b]! * 2 < words[b]!) continue;
    for (let node = blocks.node[b]!; node < blocks.end[b]!; node++) {
      const href = tree.tag[node] === TAG.a ? tree.attribute(node, ATTR.href) : undefined;
      if (href === undefined || PROFILE.test(href)) continue;
      if (nodeText(tree, node, 200).split(' ').length < TEASER_WORDS) continue;
      const isOwn = hints.url === undefined ? !/^\w{1,20}:|^\/\//.test(href) : isOnSite(href, hints.url);
      if (isOwn) return true;
    }
  }
  return false;
}

function isOnSite(href: string, page: string): boolean {
  return hostOf(webAddress(href, page)) === hostOf(page);
}

const TEASER_WORDS = 4;

export const KEYWORD_OF_COMMENTS = 1 << KEYWORD_GROUPS.indexOf('comments');
/** Names of lists of the latest or best comments of a site, which were written on other pages. */
const ELSEWHERE = nameMask('popular', 'sidebar', 'related');
/** Minimum words of a comment region. */
const LEAST_WORDS = 3;

/**
 * Outermost elements named after comments. Those around the title are left out, since they may be named after a feature
 * of the page.
 */
function namedRanges(page: Page, names: NameMask): NodeRange[] {
  const { blocks, sums, landmarks } = page;
  const { tree } = blocks;
  const title = landmarks.title < 0 ? -1 : blocks.node[landmarks.title]!;
  const hasItems = tree.attributeName.includes(ATTR.itemtype);
  const ranges: NodeRange[] = [];
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag <= TAG.body || tag === TAG.main || sums.words[node]! < LEAST_WORDS) continue;
    if (!isNamed(page.names, node, names) && !(hasItems && isCommentItem(page, node))) continue;
    if ((tree.flags[node]! & UNSEEN) !== 0 || tree.contains(node, title)) continue;
    if ((meaning(tag) & IS_BLOCK) === 0 && tag < 256) continue;
    if (isNamed(page.names, node, ELSEWHERE) && sums.proseWords[node]! * 2 < sums.proseWords[0]!) {
      node = tree.end[node]! - 1;
      continue;
    }
    ranges.push({ start: node, end: tree.end[node]! });
    node = tree.end[node]! - 1;
  }
  return ranges;
}

function isCommentItem({ blocks: { tree } }: Page, node: number): boolean {
  const type = tree.attributeIndex(node, ATTR.itemtype);
  return type >= 0 && /\/(?:User)?Comments?$/.test(tree.attributeValue(type));
}

/** Longer headings belong to the text: "Why I leave no comments on the net". */
const HEADING_WORDS = 6;

const MAX_HEADINGS = 6;

/** Each heading such as "3 comments" below the title and its siblings, for pages without class names of comments. */
function headedRanges(page: Page): NodeRange[] {
  const { blocks, texts, landmarks } = page;
  const ranges: NodeRange[] = [];
  for (let b = landmarks.title + 1; b < blocks.count && ranges.length < MAX_HEADINGS; b++) {
    if ((texts.keywords[b]! & KEYWORD_OF_COMMENTS) === 0 || blocks.words[b]! > HEADING_WORDS) continue;
    if (blocks.level[b] === 0) continue;
    const after = rangeAfter(page, blocks.node[b]!);
    if (after !== undefined) ranges.push({ start: blocks.first[b]!, end: after.end });
  }
  return ranges;
}

/** The siblings after the heading, or after the nearest ancestor followed by enough words. */
function rangeAfter(
  { blocks: { tree }, sums, landmarks, blocks }: Page,
  heading: number,
): NodeRange | undefined {
  const title = landmarks.title < 0 ? -1 : blocks.node[landmarks.title]!;
  for (let node = heading; node > 0; node = tree.parent[node]!) {
    const around = tree.parent[node]!;
    if (around <= 0 || tree.tag[around] === TAG.html) return undefined;
    const after = { start: tree.end[node]!, end: tree.end[around]! };
    let words = 0;
    for (let n = after.start; n < after.end; n = tree.end[n]!) words += sums.words[n]!;
    if (words >= LEAST_WORDS * 2) return tree.contains(after.start, title) ? undefined : after;
  }
  return undefined;
}

const FORM_NAME =
  /(?:^|[\s_-])(?:respond|(?:comment|reply|response|kommentar)-?form|reply-title|add-?comment|new-?comment|write-?comment)(?=$|[\s_-])/i;

/** Names of other parts among comments: highlights, links to other pages, newsletters, actions. */
const OTHERS =
  /(?:^|[\s_-])(?:comment-?(?:tools|actions|controls|buttons)(?=$|[\s_-])|most-?(?:recommend|popular|read|recent|liked)|recent-?comments|latest-?comments|recommend(?:ed|ations)|related|newsletter|sponsored|outbrain|taboola)/i;

/** 1 for the nodes of comment forms and other parts that are not comments. */
function commentForms({ tree }: Page, ranges: readonly NodeRange[]): Uint8Array {
  const inside = new Uint8Array(tree.count);
  const isOtherClass = new ByClass(tree, isOther);
  for (const { start, end } of ranges) {
    for (let node = start; node < end; node++) {
      const tag = tree.tag[node]!;
      if (tag <= TAG['#comment'] || inside[node] === 1) continue;
      const id = tree.attribute(node, ATTR.id) ?? '';
      const isNamedSo = (id.length < 100 && isOther(id)) || isOtherClass.at(node);
      const isForm = tag === TAG.form ? hasTextField(tree, node) : isNamedSo;
      if (isForm) inside.fill(1, node, tree.end[node]!);
    }
  }
  return inside;
}

function hasTextField(tree: PageTree, form: number): boolean {
  const end = tree.end[form]!;
  for (let node = form; node < end; node++) {
    if (tree.tag[node] === TAG.textarea) return true;
    if (tree.tag[node] === TAG.input && tree.attribute(node, ATTR.type)?.toLowerCase() === 'password')
      return true;
  }
  return false;
}

function isOther(names: string): boolean {
  return names !== '' && (FORM_NAME.test(names) || OTHERS.test(names));
}

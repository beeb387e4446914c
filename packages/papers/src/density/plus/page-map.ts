import { ATTR, IN_ANCHOR, type PageTree, TAG } from 'webpith/stages';
import { subtreeSums, tagSet } from '../../tree.js';
import { type SdTree, sdTree } from '../sd-tree.js';

const words = (list: string) => new Set(list.split(' '));

const NOISE_WORDS = words(
  'nav navbar navigation navi menu submenu megamenu breadcrumb breadcrumbs crumbs footer sidebar rail ' +
    'cookie cookies consent gdpr cmp onetrust related recommended recommendations share sharing sharedaddy social ' +
    'newsletter subscribe signup promo promotion advert adverts advertisement ads sponsored popup popmake modal ' +
    'overlay dialog login signin paywall outbrain taboola pagination pager skip toolbar masthead topbar offcanvas ' +
    'recentcomments trending popular mostread toc authorbox bio copyright legal',
);

/** Matches also inside words: `commentlist`, `leserkommentare`. */
const COMMENTS =
  /comment(?!ar)|kommentar|commentaire|comentari|komentar|commenti|reacties|disqus|talkback|discussion|responses|replies/i;

/** Counters, forms, and comments of other pages. */
const NOT_COMMENTS =
  /recent|latest|count|form|respond|link|button|btn|icon|toggle|login|notes|policy|closed|meta-|no-comment|has-|with-|submit|count|num/i;

const COMMENT_FORM =
  /respond|comment-?form|commentform|reply-?title|reply-form|post-comment(?!s)|new-?comment|add-?comment|write/i;

const POSTS = /thread|topic|forum|\bpost(?:s|body|content|_|-)|message|answer|question|bbs|reply/i;

/** Longer values are data, not names. */
const MAX_NAME_LENGTH = 300;

export function namesOf(tree: PageTree, node: number): string {
  const className = tree.attribute(node, ATTR.class) ?? '';
  const id = tree.attribute(node, ATTR.id) ?? '';
  return `${className.slice(0, MAX_NAME_LENGTH)} ${id.slice(0, MAX_NAME_LENGTH)}`.trim();
}

export function isNoiseName(names: string): boolean {
  return names
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(word => NOISE_WORDS.has(word));
}

export function isCommentName(names: string): boolean {
  return names.split(/\s+/).some(name => COMMENTS.test(name) && !NOT_COMMENTS.test(name));
}

export function isCommentFormName(names: string): boolean {
  return COMMENT_FORM.test(names);
}

function isPostName(names: string): boolean {
  return POSTS.test(names);
}

export const NOISE = 1;
export const COMMENT = 2;

export interface PageMap {
  readonly sd: SdTree;
  readonly part: Uint8Array;
  /** Characters per subtree, without noise: all, those in anchors, those of comments. */
  readonly characters: Float64Array;
  readonly linked: Float64Array;
  readonly commented: Float64Array;
  readonly commentNodes: readonly number[];
}

/** A part with more than this share of the text is not noise, despite its name. */
const MAX_NOISE_SHARE = 0.4;
/** Minimum characters of comments: a name, a date and a few words. */
const MIN_COMMENT_CHARACTERS = 30;

/** If styles hide more than this share of the text, a script probably shows it later, so hidden text counts. */
const MAX_HIDDEN_SHARE = 0.5;

export function plusMap(tree: PageTree): PageMap {
  const sd = sdTree(tree);
  const all = sdTree(tree, { withHidden: true });
  return pageMap(textIn(sd) < (1 - MAX_HIDDEN_SHARE) * textIn(all) ? all : sd);
}

function textIn({ tree, density }: SdTree): number {
  return density.reduce((sum, length, node) => (tree.tag[node] === TAG['#text'] ? sum + length : sum), 0);
}

function pageMap(sd: SdTree): PageMap {
  const { tree } = sd;
  const own = Float64Array.from(sd.density, (density, node) =>
    tree.tag[node] === TAG['#text'] ? density : 0,
  );
  const all = subtreeSums(tree, own);
  const part = markParts(sd, all);
  const shown = own.map((length, node) => (part[node] === NOISE ? 0 : length));
  const characters = subtreeSums(tree, shown);
  const linked = subtreeSums(
    tree,
    shown.map((length, node) => ((tree.flags[node]! & IN_ANCHOR) === 0 ? 0 : length)),
  );
  const commented = subtreeSums(
    tree,
    shown.map((length, node) => (part[node] === COMMENT ? length : 0)),
  );
  return { sd, part, characters, linked, commented, commentNodes: commentNodes(sd, part, commented) };
}

/** Descendants inherit noise and comments; noise inside comments is noise. */
function markParts(sd: SdTree, all: Float64Array): Uint8Array {
  const { tree } = sd;
  const part = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    const around = part[tree.parent[node]!]!;
    part[node] = around;
    if (around === NOISE || tree.tag[node]! <= TAG.body || all[node] === 0) continue;
    if (all[node]! <= all[0]! * MAX_NOISE_SHARE && isNoise(sd, node)) part[node] = NOISE;
    else if (around === 0 && sd.isStrong[node] === 1 && all[node]! >= MIN_COMMENT_CHARACTERS) {
      if (isCommentName(namesOf(tree, node))) part[node] = COMMENT;
    }
  }
  return part;
}

const NOISE_TAGS = tagSet('nav', 'footer', 'aside', 'button', 'label', 'dialog', 'legend', 'form');

function isNoise({ tree }: SdTree, node: number): boolean {
  if (NOISE_TAGS.has(tree.tag[node]!)) return true;
  const names = namesOf(tree, node);
  return names !== '' && (isNoiseName(names) || isCommentFormName(names));
}

function commentNodes({ tree }: SdTree, part: Uint8Array, commented: Float64Array): number[] {
  const nodes: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (part[node] !== COMMENT) continue;
    if (commented[node]! >= MIN_COMMENT_CHARACTERS) nodes.push(node);
    node = tree.end[node]! - 1;
  }
  return nodes;
}

/** Linked characters count less: navigation without a telling name and lists of articles consist of links. */
const LINKED_WEIGHT = 0.25;

function weightOf(map: PageMap, node: number, withComments: boolean): number {
  const plain = map.characters[node]! - (1 - LINKED_WEIGHT) * map.linked[node]!;
  return withComments ? plain : Math.max(0, plain - map.commented[node]!);
}

/** The deepest strong node with at least this share of the page's weight; the root if the page has none. */
export function containerOf(map: PageMap, share: number, withComments: boolean): number {
  const { tree } = map.sd;
  const least = weightOf(map, 0, withComments) * share;
  let container = 0;
  if (least === 0) return 0;
  for (let node = tree.firstChild(0); node >= 0; ) {
    if (map.sd.isStrong[node] === 1 && weightOf(map, node, withComments) >= least) {
      container = node;
      node = tree.firstChild(node);
    } else node = tree.nextSibling(node);
  }
  return container;
}

/** Siblings with the same tag and first class (or id), ignoring digits and hyphens: posts, entries of a list. */
interface RepeatedGroup {
  readonly nodes: readonly number[];
  readonly characters: number;
}

const MIN_MEMBERS = 3;
const MIN_MEMBER_CHARACTERS = 20;

export function largestGroup(map: PageMap, container: number): RepeatedGroup | undefined {
  const { tree } = map.sd;
  const groups = new Map<string, number[]>();
  for (let node = container + 1; node < tree.end[container]!; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || map.characters[node]! < MIN_MEMBER_CHARACTERS) continue;
    if (map.sd.isStrong[node] === 0 && tree.tag[node] !== TAG.li) continue;
    const names = namesOf(tree, node).replace(/[\d_-]+/g, '');
    const key = `${tree.parent[node]} ${tree.tag[node]} ${names.split(/\s+/)[0]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  let best: RepeatedGroup | undefined;
  for (const nodes of groups.values()) {
    if (nodes.length < MIN_MEMBERS) continue;
    const characters = nodes.reduce((sum, node) => sum + map.characters[node]!, 0);
    if (characters > (best?.characters ?? 0)) best = { nodes, characters };
  }
  return best;
}

export const PAGE_FEATURES = [
  'comment characters, log',
  'comment share',
  'comment parts',
  'comment items, log',
  'dates in comments, log',
  'text before comments',
  'characters, log',
  'linked share',
  'repeated share',
  'repeated members, log',
  'characters a member, log',
  'deviation of members',
  'largest region share',
  'headings in 1,000 characters',
  'linked headings share',
  'post names, log',
  'article elements, log',
  'first headings',
  'times, log',
  'dates, log',
  'paragraph share',
  'longest paragraph, log',
  'unlinked weight share',
] as const;

const CONTAINER_SHARE = 0.7;

export function pageFeatures(map: PageMap): number[] {
  const container = containerOf(map, CONTAINER_SHARE, true);
  const characters = Math.max(1, map.characters[container]!);
  const counts = countNodes(map, container);
  const commented = map.commentNodes.reduce((sum, node) => sum + map.commented[node]!, 0);
  const group = largestGroup(map, container);
  const members = group?.nodes.length ?? 0;
  const mean = members === 0 ? 0 : group!.characters / members;
  const deviation = Math.sqrt(
    (group?.nodes ?? []).reduce((sum, node) => sum + (map.characters[node]! - mean) ** 2, 0) /
      Math.max(1, members),
  );
  return [
    Math.log1p(commented),
    commented / Math.max(1, map.characters[0]!),
    map.commentNodes.length,
    Math.log1p(counts.commentItems),
    Math.log1p(counts.commentDates),
    textBefore(map, map.commentNodes[0]) / Math.max(1, map.characters[0]!),
    Math.log1p(characters),
    map.linked[container]! / characters,
    (group?.characters ?? 0) / characters,
    Math.log1p(members),
    Math.log1p(mean),
    mean === 0 ? 0 : deviation / mean,
    counts.largestRegion / characters,
    (1000 * counts.headings) / characters,
    counts.linkedHeadings / Math.max(1, counts.headings),
    Math.log1p(counts.postNames),
    Math.log1p(counts.articles),
    counts.firstHeadings,
    Math.log1p(counts.times),
    Math.log1p(counts.dates),
    counts.inParagraphs / characters,
    Math.log1p(counts.longestParagraph),
    weightOf(map, container, true) / Math.max(1, weightOf(map, 0, true)),
  ];
}

function countNodes(map: PageMap, container: number) {
  const { sd, part } = map;
  const { tree } = sd;
  const counts = {
    commentItems: 0,
    commentDates: 0,
    largestRegion: 0,
    headings: 0,
    linkedHeadings: 0,
    postNames: 0,
    articles: 0,
    firstHeadings: 0,
    times: 0,
    dates: 0,
    inParagraphs: 0,
    longestParagraph: 0,
  };
  for (const heading of sd.headings) {
    if (part[heading] === NOISE || !tree.contains(container, heading)) continue;
    counts.headings++;
    if (tree.tag[heading] === TAG.h1) counts.firstHeadings++;
    if (map.linked[heading]! > 0 || (tree.flags[heading]! & IN_ANCHOR) !== 0) counts.linkedHeadings++;
  }
  for (let node = container + 1; node < tree.end[container]!; node++) {
    if (part[node] === NOISE || sd.isIgnored[node] === 1) continue;
    const tag = tree.tag[node]!;
    if (tag === TAG['#text']) {
      if (!isDate(map, node)) continue;
      counts.dates++;
      if (part[node] === COMMENT) counts.commentDates++;
      continue;
    }
    if (sd.isStrong[node] === 1) counts.largestRegion = Math.max(counts.largestRegion, sd.density[node]!);
    if (tag === TAG.article) counts.articles++;
    if (tag === TAG.time) counts.times++;
    if (tag === TAG.p) {
      counts.inParagraphs += map.characters[node]!;
      counts.longestParagraph = Math.max(counts.longestParagraph, map.characters[node]!);
    }
    const names = namesOf(tree, node);
    if (names === '') continue;
    if (isPostName(names)) counts.postNames++;
    if (part[node] === COMMENT && /\d/.test(names) && isCommentName(names)) counts.commentItems++;
  }
  return counts;
}

const DATE = /(?:19|20)\d\d|\b\d{1,2}[:.]\d\d\b|\d (?:min|hour|day|week|month|year|Std|Tag)|\bago\b|\d年/;
const MAX_DATE_LENGTH = 40;

function isDate({ sd }: PageMap, text: number): boolean {
  const length = sd.density[text]!;
  return length > 3 && length <= MAX_DATE_LENGTH && DATE.test(sd.tree.text(text));
}

function textBefore({ sd, part }: PageMap, node = sd.tree.count): number {
  let sum = 0;
  for (let n = 1; n < node; n++) {
    if (sd.tree.tag[n] === TAG['#text'] && part[n] !== NOISE) sum += sd.density[n]!;
  }
  return sum;
}

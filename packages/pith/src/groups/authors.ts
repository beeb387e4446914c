import { ByClass } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { webAddress } from '../metadata/addresses.js';
import { BYLINE_PREFIX } from '../metadata/byline-words.js';
import { nodeText } from '../metadata/node-text.js';
import { ATTR, TAG } from '../tree/names.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { firstBlockFrom, type NodeRange } from './group.js';

export interface AuthorMark {
  readonly node: number;
  /**
   * Rank as the author of a post, by the kind of the evidence: microdata 4, class names and member links 2 to 3, other
   * text less.
   */
  readonly strength: number;
  readonly name?: string;
}

// The constants in this file were tuned by hand on the corpus `forums` (docs/results/discussions.md). Strengths are in
// tenths.

const STRUCTURED = 40;
const EXACT = 30;
const NAMED = 20;
const LINKED = 20;
const IN_LINE = 12;
/** Strength of a short text that may be a name, by its tag. */
const CANDIDATES = new Map([
  [TAG.a, 6],
  [TAG.b, 3],
  [TAG.strong, 3],
  [TAG.cite, 6],
  [TAG.dt, 3],
  [TAG.h3, 2],
  [TAG.h4, 3],
  [TAG.h5, 3],
  [TAG.h6, 3],
  [TAG.span, 1],
  [TAG.td, 1],
]);
const CANDIDATE_NODES = 8;
const CANDIDATE_WORDS = 4;
/** Elements with more nodes contain more than the author. */
const MAX_NODES = 60;
const LINE_WORDS = 16;

const EXACT_NAME =
  /(?:^|[\s_-])(?:user-?name|nick-?name|nick|screen-?name|display-?name|author-?name|user-?link|author-?link|hnuser|fn|poster-?name|handle|u-author|comment-?author-?link|name-?link)(?=$|[\s_-])/;
const AUTHOR_NAME =
  /(?:^|[\s_-])(?:authors?|autor|auteur|poster|posted-?by|by-?line|user(?:-?details|-?info)?|member|commenter|vcard|owner|creator|names?|verfasser|benutzer)(?=$|[\s_-])/;
const NOT_A_NAME =
  /(?:^|[\s_-])(?:avatar|image|img|photo|icon|badges?|rank|role|title|user-?title|job|signature|sig|bio|description|social|share|follow|date|time|counts?|stats?|posts|score|votes?|karma|level|status|flair|group|location|join(?:ed)?|content|body|text|message|buttons?|actions?|controls?|menu|says|reputation|file)(?=$|[\s_-])/;
const MEMBER_ADDRESS =
  /(?:^|[/?&;])(?:u|users?|members?|profiles?|profil|people|authors?|autor|memberlist|viewprofile|channel|@[^/?#]{2,40}|~[^/?#]{2,40}|user-\d{1,12}|member\.php|profile\.php|action=profile)(?:[/?&=;.-]|$)/i;

const UNREAD = -1;

/**
 * The authors named on a page. Results are cached per node, since comments, posts and templates read the same nodes.
 */
export class Authors {
  readonly #page: Page;
  readonly #meanings: ByClass<number>;
  readonly #strengths: Int8Array;
  readonly #candidates: Int8Array;
  readonly #names = new Map<number, string | undefined>();
  readonly #lineNames = new Map<number, string | undefined>();

  constructor(page: Page) {
    this.#page = page;
    this.#meanings = new ByClass(page.tree, meaningOf);
    this.#strengths = new Int8Array(page.tree.count).fill(UNREAD);
    this.#candidates = new Int8Array(page.tree.count).fill(UNREAD);
  }

  marks(ranges: readonly NodeRange[]): AuthorMark[] {
    const { attributeFirst } = this.#page.tree;
    const marks: AuthorMark[] = [];
    for (const { start, end } of ranges) {
      for (let node = start; node < end; node++) {
        if (attributeFirst[node] === attributeFirst[node + 1]) continue;
        if (this.#strengths[node] === UNREAD) this.#strengths[node] = this.#strengthOf(node);
        if (this.#strengths[node] !== 0) marks.push({ node, strength: this.#strengths[node]! / 10 });
      }
      this.#addLines(marks, start, end);
    }
    return marks.sort((a, b) => a.node - b.node);
  }

  /** Short texts that may be names; they count if most posts have one in the same place. */
  candidates(start: number, end: number): AuthorMark[] {
    const { tag } = this.#page.tree;
    const marks: AuthorMark[] = [];
    for (let node = start; node < end; node++) {
      if (tag[node]! <= TAG['#comment']) continue;
      if (this.#candidates[node] === UNREAD) this.#candidates[node] = this.#candidateStrength(node);
      if (this.#candidates[node] !== 0) marks.push({ node, strength: this.#candidates[node]! / 10 });
    }
    return marks;
  }

  nameOf({ node, name }: AuthorMark): string | undefined {
    return name ?? this.#nameAt(node);
  }

  #nameAt(node: number): string | undefined {
    if (!this.#names.has(node)) this.#names.set(node, readAuthor(this.#page.tree, node));
    return this.#names.get(node);
  }

  #addLines(marks: AuthorMark[], start: number, end: number): void {
    const { blocks } = this.#page;
    for (let b = firstBlockFrom(blocks, start); b < blocks.count && blocks.first[b]! < end; b++) {
      if (blocks.words[b]! > LINE_WORDS || blocks.words[b]! < 2) continue;
      if (!this.#lineNames.has(b)) this.#lineNames.set(b, nameIn(blocks.texts[b]!));
      const name = this.#lineNames.get(b);
      if (name !== undefined) marks.push({ node: blocks.first[b]!, strength: IN_LINE / 10, name });
    }
  }

  #strengthOf(node: number): number {
    const { tree } = this.#page;
    if ((tree.flags[node]! & UNSEEN) !== 0 && tree.tag[node] !== TAG.meta) return 0;
    const strength = this.#signOf(node);
    return strength > 0 && this.#nameAt(node) !== undefined ? strength : 0;
  }

  /** Strength by the attributes of an element. */
  #signOf(node: number): number {
    const { tree, names } = this.#page;
    const property = tree.attributeIndex(node, ATTR.itemprop);
    if (property >= 0 && /^(?:author|creator)$/i.test(tree.attributeValue(property))) return STRUCTURED;
    if (tree.end[node]! - node > MAX_NODES) return 0;
    const named = names.classes[node] !== 0 ? this.#meanings.at(node) : meaningOfId(tree, node);
    if (named !== 0 || tree.tag[node] !== TAG.a) return Math.max(named, 0);
    if (tree.attribute(node, ATTR.rel)?.includes('author')) return EXACT;
    const address = tree.attribute(node, ATTR.href);
    return address !== undefined && address.length < 300 && MEMBER_ADDRESS.test(address) ? LINKED : 0;
  }

  #candidateStrength(node: number): number {
    const { tree, sums } = this.#page;
    const strength = CANDIDATES.get(tree.tag[node]!);
    if (strength === undefined || tree.end[node]! - node > CANDIDATE_NODES) return 0;
    if (tree.end[node] === node + 1 || (tree.flags[node]! & UNSEEN) !== 0) return 0;
    if (sums.words[node]! > CANDIDATE_WORDS || this.#meanings.at(node) < 0) return 0;
    const name = this.#nameAt(node);
    if (name === undefined || name.length >= 30 || /@|\sat\s\S{1,30}\.\S/.test(name)) return 0;
    return /\d{1,2}[:.]\d{2}|^\d/.test(name) ? 0 : strength;
  }
}

/** Strength by class names: 0 if no name indicates an author, -1 if one indicates another part of a post. */
function meaningOf(names: string): number {
  if (EXACT_NAME.test(names)) return EXACT;
  if (NOT_A_NAME.test(names)) return -1;
  return AUTHOR_NAME.test(names) ? NAMED : 0;
}

/** Some software names elements by id: `author-user-123`. */
function meaningOfId(tree: PageTree, node: number): number {
  const id = tree.attribute(node, ATTR.id) ?? '';
  return id.length < 3 || id.length > 60 ? 0 : Math.min(NAMED, meaningOf(id.toLowerCase()));
}

/** The first name in microdata, in a link or in the text, without words such as "by". */
function readAuthor(tree: PageTree, node: number): string | undefined {
  const given = tree.tag[node] === TAG.meta ? tree.attribute(node, ATTR.content) : undefined;
  if (given !== undefined) return cleanName(given);
  const end = Math.min(tree.end[node]!, node + MAX_NODES);
  let linked: string | undefined;
  for (let n = node + 1; n < end; n++) {
    if (tree.tag[n]! <= TAG['#comment']) continue;
    if (tree.attribute(n, ATTR.itemprop) === 'name') {
      return cleanName(tree.attribute(n, ATTR.content) ?? nodeText(tree, n, 100));
    }
    if (tree.tag[n] === TAG.a) linked ??= cleanName(nodeText(tree, n, 100));
  }
  return linked ?? cleanName(nodeText(tree, node, 100));
}

export function authorLinkAt(tree: PageTree, node: number, base: string | undefined): string | undefined {
  const end = Math.min(tree.end[node]!, node + MAX_NODES);
  let link = tree.tag[node] === TAG.a ? node : -1;
  for (let n = node + 1; n < end && link < 0; n++) {
    if (tree.tag[n] === TAG.a && cleanName(nodeText(tree, n, 100)) !== undefined) link = n;
  }
  for (let n = tree.parent[node]!, steps = 0; link < 0 && n > 0 && steps < 2; n = tree.parent[n]!, steps++) {
    if (tree.tag[n] === TAG.a) link = n;
  }
  const address = link < 0 ? undefined : tree.attribute(link, ATTR.href);
  if (address === undefined || address.startsWith('#')) return undefined;
  return webAddress(address, base);
}

/** "Posted by: Ann | May 4, 2012 at 3:00 PM", "Written by Ann on Monday", "Submitted by Ann (not verified)". */
const POSTED_BY =
  /^(?:re:? .{0,60} )?(?:posted|written|submitted|comment(?:ed)?|sent|added|left|geschrieben|verfasst|eingetragen|publié|posté|escrito|publicado|enviado|scritto|inviato|geplaatst|napisa[łl]) ?(?:by|von|par|por|da|door|przez)?:? ?(\S.{0,50}?)(?= (?:\||on|at|am|le|el|il|op|»|-|–|—|\(|\/|·|•|\d)|,|\||$)/iu;
/** "Ann wrote on May 4". */
const SAYING =
  /^(?:\d{1,4}[.)]? )?(\S.{0,50}?) (?:says|said|wrote|writes|commented|replied|schrieb|sagt|sagte|meint|a écrit|a dit|dice|dijo|escribió|ha detto|ha scritto|disse|escreveu|schreef|zegt|пишет|написал)(?: (?:on|at|am|le|el|il|in|:)\b.{0,60}|,.{0,60}|…|\.{3})?:?$/iu;

function nameIn(line: string): string | undefined {
  const name = POSTED_BY.exec(line)?.[1] ?? SAYING.exec(line)?.[1];
  const clean = name === undefined ? undefined : cleanName(name);
  return clean !== undefined && clean.split(' ').length <= 5 ? clean : undefined;
}

const LONGEST_NAME = 60;
const MOST_NAME_WORDS = 7;

const SAYS =
  /\s?(?:says|said|wrote|writes|commented|replied|answered|asked|sagt|sagte|schrieb|schreibt|meint|kommentierte|antwortete|a dit|a écrit|dice|dijo|escribió|disse|scrive|zegt|schreef|пишет|написал\(?а?\)?)\s?:?$/iu;
const LABEL =
  /^(?:posted|written|asked|answered|submitted|started|comment|reply|edited|op|original poster)\s(?:by\s)?/iu;
const NEVER =
  /^(?:reply|quote|report|share|like|edit|delete|permalink|link|profile|guest post|more|show|hide|follow|message|log ?in|sign ?(?:in|up)|register|members?|users?|view profile|antworten|zitieren|melden|anmelden|teilen|avatar|name|e-?mail|website|webseite|your name|ihr name|dein name|posts?|comments?|topics?|threads?|\W*|#?\d{1,6})$/iu;

export function cleanName(text: string): string | undefined {
  const line = text
    .replace(BYLINE_PREFIX, '')
    .replace(LABEL, '')
    .replace(SAYS, '')
    .replace(/[\s:,•·|»*-]{1,5}$/u, '')
    .trim();
  if (line.length < 2 || line.length > LONGEST_NAME || NEVER.test(line)) return undefined;
  return line.split(' ').length <= MOST_NAME_WORDS ? line : undefined;
}

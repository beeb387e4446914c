import type { Decision } from '../../article/article.js';
import { safeAddress } from '../../content/addresses.js';
import type { ArticleLike, PostLike } from '../article-like.js';
import type { Span } from './boundaries.js';
import { type Piece, piecesOf, type Section } from './pieces.js';

export interface ChunkLocation {
  readonly path: readonly string[];
  readonly anchor?: string;
  readonly url?: string;
}

export function locationOf(article: ArticleLike, pieces: readonly Piece[]): ChunkLocation {
  const sections = pieces.map(({ section }) => section);
  const titles = titlesAround(sections.reduce(innermostAround));
  const title = article.title === undefined ? undefined : clipped(article.title);
  const path = title === undefined || titles[0] === title ? titles : [title, ...titles];
  const anchor = anchorOf(sections[0]);
  const url = addressOf(article.url ?? canonicalOf(article), anchor);
  return { path, ...(anchor === undefined ? {} : { anchor }), ...(url === undefined ? {} : { url }) };
}

/** Longer headings are truncated, as every chunk repeats them. */
const LONGEST = 200;

function clipped(title: string): string {
  return title.length <= LONGEST ? title : `${title.slice(0, LONGEST - 1).replace(/\p{Cs}$/u, '')}…`;
}

function innermostAround(a: Section, b: Section): Section {
  const around = new Set<Section>();
  for (let section: Section | undefined = a; section !== undefined; section = section.parent)
    around.add(section);
  let section = b;
  while (!around.has(section) && section.parent !== undefined) section = section.parent;
  return section;
}

function titlesAround(section: Section): string[] {
  const titles: string[] = [];
  for (let around: Section | undefined = section; around !== undefined; around = around.parent)
    if (around.title !== '') titles.push(clipped(around.title));
  return titles.reverse();
}

function anchorOf(section: Section | undefined): string | undefined {
  let around = section;
  while (around !== undefined && (around.id === undefined || around.id.length > LONGEST))
    around = around.parent;
  return around?.id;
}

function canonicalOf({ canonicalUrl }: ArticleLike): string | undefined {
  return canonicalUrl === undefined ? undefined : safeAddress(canonicalUrl, 'link');
}

function addressOf(address: string | undefined, anchor: string | undefined): string | undefined {
  if (address === undefined || anchor === undefined) return address;
  return `${address.replace(/#.*$/s, '')}#${encodeURIComponent(anchor.replace(/\p{Cs}/gu, '\ufffd'))}`;
}

export type ChunkFacts = Readonly<Partial<Pick<ArticleLike, (typeof METADATA_FIELDS)[number]>>>;

const METADATA_FIELDS = [
  'title',
  'authors',
  'published',
  'modified',
  'siteName',
  'language',
  'type',
  'section',
  'tags',
] as const;

export interface ChunkPost {
  readonly author?: string;
  readonly published?: string;
  readonly url?: string;
  /** Position in the discussion, as numbered by the page. */
  readonly number?: number;
}

export function metadataOf(article: ArticleLike): ChunkFacts {
  const known = METADATA_FIELDS.map(name => [name, article[name]] as const).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(known);
}

type PostOfArticle = PostLike & { readonly url?: string | undefined };

/** The post of each piece; a byline belongs to what follows. */
export function postsOfPieces(article: ArticleLike, pieces: readonly Piece[]): (PostOfArticle | undefined)[] {
  const byNode = new Map<number, PostOfArticle>();
  for (const post of [...(article.posts ?? []), ...(article.comments ?? [])])
    for (const { node } of [...post.content, ...piecesOf(post.content).pieces])
      if (node !== undefined) byNode.set(node, post);
  const found: (PostOfArticle | undefined)[] = new Array(pieces.length);
  for (let i = pieces.length - 1; i >= 0; i--) {
    const { node } = pieces[i]!;
    found[i] = node === undefined ? found[i + 1] : byNode.get(node);
  }
  return found;
}

export function chunkPost({ author, published, url, number }: PostOfArticle): ChunkPost {
  return {
    ...(author === undefined ? {} : { author }),
    ...(published === undefined ? {} : { published }),
    ...(url === undefined ? {} : { url }),
    ...(number === undefined ? {} : { number }),
  };
}

export type Placed = Pick<Decision, 'kept' | 'node' | 'start' | 'end'>;

/**
 * The source range of each node: of one of its blocks if it occurs as often as it has blocks, otherwise of all its
 * blocks. Undefined for nodes without blocks.
 */
export function sourcesOf(
  nodes: readonly (number | undefined)[],
  decisions: readonly Placed[],
): (Span | undefined)[] {
  const known = [...new Set(nodes.filter(node => node !== undefined))].sort((a, b) => a - b);
  const blocks = blocksByNode(known, decisions);
  const uses = counted(nodes);
  const used = new Map<number, number>();
  const hulls = new Map([...blocks].map(([node, inside]) => [node, hull(inside)]));
  return nodes.map(node => {
    if (node === undefined) return undefined;
    const inside = blocks.get(node);
    if (inside === undefined) return undefined;
    const turn = used.get(node) ?? 0;
    used.set(node, turn + 1);
    // The text around an element's children gives as many pieces as blocks, in the same order.
    return uses.get(node) === inside.length ? inside[turn]! : hulls.get(node);
  });
}

function blocksByNode(known: readonly number[], decisions: readonly Placed[]): Map<number, Span[]> {
  const blocks = new Map<number, Span[]>();
  const sorted = decisions
    .map((block, i) => ({ block, i }))
    .sort((a, b) => a.block.node - b.block.node || a.i - b.i);
  let place = -1;
  for (const { block } of sorted) {
    while (place + 1 < known.length && known[place + 1]! <= block.node) place++;
    const node = known[place];
    if (node === undefined || !(block.kept || block.node === node)) continue;
    const spans = blocks.get(node);
    if (spans === undefined) blocks.set(node, [block]);
    else spans.push(block);
  }
  return blocks;
}

function counted(nodes: readonly (number | undefined)[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const node of nodes) if (node !== undefined) counts.set(node, (counts.get(node) ?? 0) + 1);
  return counts;
}

export function hull(spans: readonly Span[]): Span {
  let { start, end } = spans[0]!;
  for (const span of spans) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  return { start, end };
}

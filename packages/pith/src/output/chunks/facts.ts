import type { ArticleLike, PostLike } from '../article-like.js';
import { type Piece, piecesOf } from './pieces.js';

/** What an article says of itself, as every chunk of it can carry it into an index. */
export type ChunkFacts = Readonly<Partial<Pick<ArticleLike, (typeof FACTS)[number]>>>;

const FACTS = [
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

/** The post or comment that a chunk is of. */
export interface ChunkPost {
  readonly author?: string;
  readonly published?: string;
  /** Its own address. */
  readonly url?: string;
  /** Its place in the thread, as the page counts. */
  readonly number?: number;
}

/** The facts that are known. */
export function factsOf(article: ArticleLike): ChunkFacts {
  const known = FACTS.map(name => [name, article[name]] as const).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(known);
}

/** A post of an article as chunks name it. */
type PostOfArticle = PostLike & { readonly url?: string | undefined };

/** For each piece the post that it is of; a line that says who wrote it belongs to what follows. */
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

/** What a chunk says of its post. */
export function chunkPost({ author, published, url, number }: PostOfArticle): ChunkPost {
  return {
    ...(author === undefined ? {} : { author }),
    ...(published === undefined ? {} : { published }),
    ...(url === undefined ? {} : { url }),
    ...(number === undefined ? {} : { number }),
  };
}

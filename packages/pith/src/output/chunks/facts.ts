import type { ArticleLike, PostLike } from '../article-like.js';
import { type Piece, piecesOf } from './pieces.js';

/** Metadata of an article that its chunks may carry. */
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

export interface ChunkPost {
  readonly author?: string;
  readonly published?: string;
  readonly url?: string;
  /** Position in the discussion, as numbered by the page. */
  readonly number?: number;
}

export function factsOf(article: ArticleLike): ChunkFacts {
  const known = FACTS.map(name => [name, article[name]] as const).filter(
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

// A TypeScript program that uses the libraries without Node or a server.
import { C45, type C45Options } from '@webpith/learn';
import {
  type Article,
  type Chunk,
  type ContentNode,
  chunks,
  extract,
  type OutputFormat,
  PithError,
  render,
} from 'webpith';
import { type Parsed, parse } from 'webpith/readability';
import { type PageTree, treeFromHtml } from 'webpith/stages';

const article: Article = extract('<p>Tides', { url: 'https://example.org/', include: { title: true } });
const format: OutputFormat = 'markdown';
const text: string = render(article, format);
const pieces: Chunk[] = chunks(article, { size: 100, overlap: 10 });
const path: readonly string[] | undefined = pieces[0]?.path;
const tree: PageTree = treeFromHtml('<p>Tides');
const parsed: Parsed | null = parse('<p>Tides');
const options: Partial<C45Options> = { pruned: false };
const level = (node: ContentNode): number => (node.type === 'heading' ? node.level : 0);

// @ts-expect-error: unknown options are rejected
extract('<p>', { titel: true });
// @ts-expect-error: so are unknown fields
article.txt;

export const used = [
  text,
  path,
  tree.count,
  parsed?.title,
  new C45(options),
  article.content.map(level),
  PithError,
];

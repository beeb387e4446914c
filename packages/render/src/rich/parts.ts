import type { Article, ContentNode } from 'webpith';
import {
  type Blocks,
  blocksFromTree,
  contentFromTree,
  HIDDEN,
  IS_HEADING,
  meaning,
  type PageTree,
  TAG,
  UNSEEN,
} from 'webpith/stages';
import { leadPicture } from './lead-picture.js';

export interface Media {
  readonly type: 'image' | 'video' | 'audio' | 'embed';
  readonly src: string;
  readonly alt?: string;
  readonly title?: string;
  readonly poster?: string;
}

export interface RichParts {
  readonly texts: Uint8Array;
  readonly media: ReadonlyMap<number, Media>;
  readonly title: number;
  readonly titleTexts: Uint8Array;
}

interface Found {
  readonly texts: Uint8Array;
  readonly title?: string | undefined;
  readonly titleNode?: number | undefined;
  readonly content: readonly ContentNode[];
  readonly image?: string | undefined;
}

export function partsOfArticle(tree: PageTree, article: Article, url?: string): RichParts {
  const blocks = blocksFromTree(tree);
  const texts = new Uint8Array(tree.count);
  article.explain().forEach(({ kept }, block) => {
    if (kept) markBlock(tree, blocks, block, texts);
  });
  const { title, content, image } = article;
  return assembled(tree, blocks, { texts, title, content, image }, url);
}

export function partsOfTexts(
  tree: PageTree,
  found: Omit<Found, 'content' | 'image'>,
  url?: string,
): RichParts {
  const content = contentFromTree(tree, found.texts, { baseUrl: url });
  return assembled(tree, blocksFromTree(tree), { ...found, texts: found.texts.slice(), content }, url);
}

/** Adds the lead image and captions; drops the title if the body contains it. */
function assembled(
  tree: PageTree,
  blocks: Blocks,
  { texts, content, image, ...found }: Found,
  url: string | undefined,
): RichParts {
  const { title, titleTexts } = shownTitle(tree, blocks, found);
  const media = mediaOf(content);
  const lead = leadPicture(tree, { texts, media, title, image }, url);
  if (lead !== undefined) media.set(...lead);
  const isSeparate = titleTexts.some((mark, node) => mark === 1 && texts[node] === 0);
  for (const node of media.keys()) keepCaption(tree, node, texts);
  return isSeparate
    ? { texts, media, title, titleTexts }
    : { texts, media, title: -1, titleTexts: new Uint8Array(tree.count) };
}

function shownTitle(
  tree: PageTree,
  blocks: Blocks,
  { title, titleNode }: Pick<Found, 'title' | 'titleNode'>,
): Pick<RichParts, 'title' | 'titleTexts'> {
  const titleTexts = new Uint8Array(tree.count);
  if (titleNode !== undefined) {
    markVisible(tree, titleNode, titleTexts);
    return { title: titleNode, titleTexts };
  }
  const block = titleOf(tree, blocks, title);
  if (block >= 0) markBlock(tree, blocks, block, titleTexts);
  return { title: block < 0 ? -1 : blocks.node[block]!, titleTexts };
}

function markBlock(tree: PageTree, blocks: Blocks, block: number, mask: Uint8Array): void {
  for (let node = blocks.first[block]!; node < blocks.end[block]!; node++) {
    if (tree.tag[node] === TAG['#text']) mask[node] = 1;
  }
}

/** Marks the caption of a kept image, since text extraction leaves captions out. */
function keepCaption(tree: PageTree, media: number, texts: Uint8Array): void {
  let figure = media;
  while (figure > 0 && tree.tag[figure] !== TAG.figure) figure = tree.parent[figure]!;
  if (figure <= 0) return;
  for (let node = figure; node < tree.end[figure]!; node++) {
    if (tree.tag[node] === TAG.figcaption) markVisible(tree, node, texts);
  }
}

function markVisible(tree: PageTree, root: number, mask: Uint8Array): void {
  for (let node = root; node < tree.end[root]!; node++) {
    const isVisible = tree.tag[node] === TAG['#text'] && (tree.flags[node]! & (HIDDEN | UNSEEN)) === 0;
    if (isVisible && tree.text(node).trim() !== '') mask[node] = 1;
  }
}

function titleOf(tree: PageTree, blocks: Blocks, title: string | undefined): number {
  if (title === undefined) return -1;
  const wanted = words(title);
  let best = -1;
  let bestSize = 0;
  for (let block = 0; block < blocks.count; block++) {
    if (words(blocks.texts[block]!) !== wanted) continue;
    const node = blocks.node[block]!;
    if (tree.layout?.isDrawn(node) !== true) continue;
    const size = Number.parseFloat(tree.layout.style(node, 'font-size') ?? '') || 0;
    const weight = size + (meaning(tree.tag[node]!) & IS_HEADING ? 1000 : 0);
    if (weight > bestSize) {
      best = block;
      bestSize = weight;
    }
  }
  return best;
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const MEDIA = new Set(['image', 'video', 'audio', 'embed']);

function mediaOf(content: readonly ContentNode[]): Map<number, Media> {
  const found = new Map<number, Media>();
  const stack: unknown[] = [content];
  while (stack.length > 0) {
    const value = stack.pop();
    if (Array.isArray(value)) stack.push(...value);
    else if (typeof value === 'object' && value !== null) {
      const { type, node, src } = value as Partial<Media> & { node?: number };
      if (MEDIA.has(type ?? '') && node !== undefined && src !== undefined) found.set(node, value as Media);
      stack.push(...Object.values(value));
    }
  }
  return found;
}

import type { Article, ContentNode } from 'webpith';
import { blocksFromTree, HIDDEN, IS_HEADING, meaning, type PageTree, TAG, UNSEEN } from 'webpith/internals';

/** Something to look at or listen to, by the node of the page that shows it. */
export interface Media {
  readonly type: 'image' | 'video' | 'audio' | 'embed';
  readonly src: string;
  readonly alt?: string;
  readonly title?: string;
  readonly poster?: string;
}

/** What of a page goes into its article. */
export interface RichParts {
  /** One for the text nodes that are kept. */
  readonly texts: Uint8Array;
  readonly media: ReadonlyMap<number, Media>;
  /** The element that shows the title, where it is not among the kept blocks; -1 for none. */
  readonly title: number;
  /** One for the text nodes of the title. */
  readonly titleTexts: Uint8Array;
}

/** The parts that an extraction kept. */
export function partsOfArticle(tree: PageTree, article: Article): RichParts {
  const blocks = blocksFromTree(tree);
  const texts = new Uint8Array(tree.count);
  const decisions = article.explain();
  const mark = (block: number, mask: Uint8Array) => {
    for (let node = blocks.first[block]!; node < blocks.end[block]!; node++) {
      if (tree.tag[node] === TAG['#text']) mask[node] = 1;
    }
  };
  decisions.forEach(({ kept }, block) => {
    if (kept) mark(block, texts);
  });
  const titleTexts = new Uint8Array(tree.count);
  const titleBlock = titleOf(tree, blocks, article.title);
  const separate = titleBlock >= 0 && !decisions[titleBlock]!.kept;
  if (separate) mark(titleBlock, titleTexts);
  const media = mediaOf(article.content);
  for (const node of media.keys()) keepCaption(tree, node, texts);
  return {
    texts,
    media,
    title: separate ? blocks.node[titleBlock]! : -1,
    titleTexts,
  };
}

/** A picture that is kept keeps the words beneath it, which an extraction to text leaves out. */
function keepCaption(tree: PageTree, media: number, texts: Uint8Array): void {
  let figure = media;
  while (figure > 0 && tree.tag[figure] !== TAG.figure) figure = tree.parent[figure]!;
  if (figure <= 0) return;
  for (let node = figure; node < tree.end[figure]!; node++) {
    if (tree.tag[node] !== TAG.figcaption) continue;
    for (let inner = node; inner < tree.end[node]!; inner++) {
      const isSeen = tree.tag[inner] === TAG['#text'] && (tree.flags[inner]! & (HIDDEN | UNSEEN)) === 0;
      if (isSeen && tree.text(inner).trim() !== '') texts[inner] = 1;
    }
  }
}

/** The block that shows the title: of those with its words the one in the largest letters, headings first; or -1. */
function titleOf(
  tree: PageTree,
  blocks: ReturnType<typeof blocksFromTree>,
  title: string | undefined,
): number {
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

/** Everything in a content tree that has a source, by node. */
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

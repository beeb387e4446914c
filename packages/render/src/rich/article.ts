import type { Article } from 'webpith';
import { Addresses, ATTR, escapeText, type PageTree, TAG } from 'webpith/internals';
import { RenderError } from '../errors.js';
import { round } from './declarations.js';
import { partsOfArticle, type RichParts } from './parts.js';
import { isSafeValue, RESET } from './properties.js';
import { type Region, regionOf } from './region.js';
import { gapBetween, type Selection, writeSubtree } from './writer.js';

/** What is told about the page besides its tree. */
export interface RichOptions {
  /** Where the page is from: makes its links absolute. */
  readonly url?: string;
  /** Pictures and films, which are fetched from where the page has them. Default: on. */
  readonly media?: boolean;
}

/**
 * Makes a new page of the article on a rendered one: title and body in the style that they have there, with their
 * pictures and films, links made absolute (Wang et al. 2009, §2). Written from the list of elements and attributes that
 * the HTML output has, so nothing of the page's own markup passes; a policy in its head forbids scripts besides.
 * The page must have been rendered with `RICH_STYLES`.
 */
export function richArticle(tree: PageTree, article: Article, options: RichOptions = {}): string {
  if (tree.layout === undefined) {
    throw new RenderError(
      'bad-page',
      'expected a page that a browser drew, got one without boxes; render it first',
    );
  }
  return richPage(tree, partsOfArticle(tree, article), {
    title: article.title,
    language: article.language,
    direction: article.direction,
    ...options,
  });
}

/** What the new page says of itself. */
export interface RichPageOptions extends RichOptions {
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  readonly direction?: string | undefined;
}

const WIDEST = 1600;
const USUAL_WIDTH = 800;

/** As `richArticle`, of parts that are already known, by another method say. */
export function richPage(tree: PageTree, parts: RichParts, options: RichPageOptions): string {
  const layout = tree.layout!;
  const region = regionOf(tree, parts);
  const addresses = new Addresses(options.url, baseOf(tree));
  const body =
    region === undefined
      ? ''
      : bodyHtml({ tree, ...shownParts(parts, options), kept: region.kept, addresses }, region);
  const root = region?.root ?? 0;
  const box = layout.box(root);
  const shown = [parts.title < 0 ? undefined : layout.box(parts.title), box].filter(
    each => each !== undefined,
  );
  const left = Math.min(...shown.map(({ x }) => x));
  const right = Math.max(...shown.map(({ x, width }) => x + width));
  const title = titleHtml(tree, parts, options, { addresses, root, left });
  const width = shown.length > 0 ? Math.min(Math.max(right - left, 200), WIDEST) : USUAL_WIDTH;
  const inset = box === undefined ? 0 : Math.max(0, box.x - left);
  const bodyWidth = box === undefined ? '' : `;width:${round(box.width)}px`;
  return documentOf(options, {
    background: backgroundOf(tree, root),
    article:
      `<article style="width:${round(width)}px;max-width:100%;margin:0 auto">${title}` +
      `<div style="max-width:100%;margin-left:${round(inset)}px${bodyWidth}">${body}</div></article>`,
  });
}

function shownParts(parts: RichParts, { media = true }: RichOptions): RichParts {
  return media ? parts : { ...parts, media: new Map() };
}

function bodyHtml(selection: Selection, { root, before, after }: Region): string {
  const write = (node: number) => writeSubtree(selection, node);
  return [...before.map(write), write(root), ...after.map(write)].join('\n');
}

interface TitlePlace {
  readonly addresses: Addresses;
  readonly root: number;
  readonly left: number;
}

function titleHtml(tree: PageTree, parts: RichParts, { title }: RichPageOptions, place: TitlePlace): string {
  if (parts.title < 0) return title === undefined || showsTitle(tree, parts, title) ? '' : plainTitle(title);
  const kept = new Uint8Array(tree.count);
  parts.titleTexts.forEach((mark, node) => {
    for (let up = node; mark === 1 && up > 0; up = tree.parent[up]!) kept[up] = 1;
  });
  const selection = { tree, kept, texts: parts.titleTexts, media: new Map(), addresses: place.addresses };
  const box = tree.layout!.box(parts.title);
  const inset = box === undefined ? 0 : round(Math.max(0, box.x - place.left));
  const width = box === undefined ? '' : `;width:${round(box.width)}px`;
  const gap = gapBetween(tree, parts.title, place.root);
  const style = `max-width:100%;margin:0 0 ${gap}px ${inset}px${width}`;
  return `<div style="${style}">${writeSubtree(selection, parts.title)}</div>`;
}

/** Whether the kept text begins with the title: then it needs no second one. */
function showsTitle(tree: PageTree, { texts }: RichParts, title: string): boolean {
  const first = texts.indexOf(1);
  let opening = '';
  for (let node = first; node >= 0 && node < tree.count && opening.length < title.length + 200; node++) {
    if (texts[node] === 1) opening += tree.text(node);
  }
  return opening.replace(/\s+/g, ' ').includes(title);
}

const plainTitle = (title: string) =>
  `<h1 style="font-size:32px;font-weight:700;line-height:1.2;margin-bottom:16px">${escapeText(title)}</h1>`;

/** The colour that shows behind a node: its own, or the nearest around it that is not clear. */
function backgroundOf(tree: PageTree, node: number): string {
  for (let up = node; up > 0; up = tree.parent[up]!) {
    const color = tree.layout!.style(up, 'background-color');
    if (color !== undefined && isSafeValue(color) && !/^rgba\(.*, 0\)$|^transparent$/.test(color))
      return color;
  }
  return '#fff';
}

function baseOf(tree: PageTree): string | undefined {
  const base = tree.tag.indexOf(TAG.base);
  return base < 0 ? undefined : tree.attribute(base, ATTR.href);
}

/** What the new page may load: its media where they are wanted, and nothing else. */
const policyOf = (media: boolean) =>
  `default-src 'none'; ${media ? 'img-src http: https:; media-src http: https:; ' : ''}style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'`;

interface Document {
  readonly background: string;
  readonly article: string;
}

function documentOf(
  { title, language, direction, media = true }: RichPageOptions,
  { background, article }: Document,
): string {
  const attributes = [
    language === undefined ? '' : ` lang="${escapeText(language)}"`,
    direction === 'rtl' ? ' dir="rtl"' : '',
  ].join('');
  return [
    `<!doctype html>\n<html${attributes}>`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(media)}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeText(title ?? '')}</title>`,
    `<style>${RESET}</style>`,
    '</head>',
    `<body style="background-color:${escapeText(background)};padding:24px">`,
    article,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

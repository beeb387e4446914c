import type { Article } from 'webpith';
import { Addresses, baseHref, element, escapeText, type PageTree } from 'webpith/stages';
import { RenderError } from '../errors.js';
import { type Background, BLACK, backgroundBehind, colourText, readableOn } from './colour.js';
import { round } from './declarations.js';
import { partsOfArticle, partsOfTexts, type RichParts } from './parts.js';
import { RESET } from './properties.js';
import { type Region, regionOf } from './region.js';
import { gapBetween, type Selection, writeSubtree } from './writer.js';

export interface RichOptions {
  readonly url?: string | undefined;
  /** Includes images and videos, loaded from their original URLs. Default: true. */
  readonly media?: boolean | undefined;
}

/**
 * Writes the article of a page rendered with `RICH_STYLES` as a new page in the original style (Wang et al. 2009, §2).
 * Elements and attributes come from the allowlist of the HTML output; a content security policy forbids scripts.
 */
export function richArticle(tree: PageTree, article: Article, options: RichOptions = {}): string {
  requireLayout(tree);
  return richPage(tree, partsOfArticle(tree, article, options.url), {
    title: article.title,
    language: article.language,
    direction: article.direction,
    ...options,
  });
}

export interface FoundTexts {
  readonly texts: Uint8Array;
  readonly title?: string | undefined;
  readonly titleNode?: number | undefined;
  readonly language?: string | undefined;
}

/** Like `richArticle`, for the result of another method. */
export function richTexts(tree: PageTree, found: FoundTexts, options: RichOptions = {}): string {
  requireLayout(tree);
  const { title, language } = found;
  return richPage(tree, partsOfTexts(tree, found, options.url), { title, language, ...options });
}

function requireLayout(tree: PageTree): void {
  if (tree.layout !== undefined) return;
  throw new RenderError('bad-page', 'the page has no layout; render it first');
}

export interface RichPageOptions extends RichOptions {
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  readonly direction?: string | undefined;
}

const MAX_WIDTH = 1600;
const DEFAULT_WIDTH = 800;

export function richPage(tree: PageTree, parts: RichParts, options: RichPageOptions): string {
  const layout = tree.layout!;
  const region = regionOf(tree, parts);
  const addresses = new Addresses(options.url, baseHref(tree));
  const root = region?.root ?? 0;
  const background = backgroundBehind(tree, root);
  const body =
    region === undefined
      ? ''
      : bodyHtml({ tree, ...shownParts(parts, options), kept: region.kept, addresses }, region, background);
  const box = layout.box(root);
  const shown = [parts.title < 0 ? undefined : layout.box(parts.title), box].filter(
    each => each !== undefined,
  );
  const left = Math.min(...shown.map(({ x }) => x));
  const right = Math.max(...shown.map(({ x, width }) => x + width));
  const title = titleHtml(tree, parts, options, { addresses, root, left, background });
  const width = shown.length > 0 ? Math.min(Math.max(right - left, 200), MAX_WIDTH) : DEFAULT_WIDTH;
  const inset = box === undefined ? 0 : Math.max(0, box.x - left);
  const bodyWidth = box === undefined ? '' : `;width:${round(box.width)}px`;
  const article =
    `<article style="width:${round(width)}px;max-width:100%;margin:0 auto">${title}` +
    `<div style="max-width:100%;margin-left:${round(inset)}px${bodyWidth}">${body}</div></article>`;
  return documentOf(options, background.style, article);
}

function shownParts(parts: RichParts, { media = true }: RichOptions): RichParts {
  return media ? parts : { ...parts, media: new Map() };
}

function bodyHtml(selection: Selection, { root, before, after }: Region, background: Background): string {
  const write = (node: number) => onBackground(selection, node, background);
  return [...before.map(write), writeSubtree(selection, root, background.colour), ...after.map(write)].join(
    '\n',
  );
}

/** Writes a subtree outside the body, on its own background if that differs from the one around it. */
function onBackground(selection: Selection, node: number, around: Background): string {
  const own = backgroundBehind(selection.tree, selection.tree.parent[node]!);
  const html = writeSubtree(selection, node, own.colour);
  if (own.style === around.style || html.trim() === '') return html;
  return element(
    'div',
    {},
    html,
    `${own.style};padding:${BACKGROUND_PADDING}px;margin-bottom:${BACKGROUND_PADDING}px`,
  );
}

const BACKGROUND_PADDING = 16;

interface TitlePlace {
  readonly addresses: Addresses;
  readonly root: number;
  readonly left: number;
  readonly background: Background;
}

function titleHtml(tree: PageTree, parts: RichParts, { title }: RichPageOptions, place: TitlePlace): string {
  if (parts.title < 0)
    return title === undefined || startsWithTitle(tree, parts, title)
      ? ''
      : plainTitle(title, place.background);
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
  return `<div style="${style}">${onBackground(selection, parts.title, place.background)}</div>`;
}

function startsWithTitle(tree: PageTree, { texts }: RichParts, title: string): boolean {
  const first = texts.indexOf(1);
  let opening = '';
  for (let node = first; node >= 0 && node < tree.count && opening.length < title.length + 200; node++) {
    if (texts[node] === 1) opening += tree.text(node);
  }
  return opening.replace(/\s+/g, ' ').includes(title);
}

function plainTitle(title: string, { colour }: Background): string {
  const written = `font-size:32px;font-weight:700;line-height:1.2;margin-bottom:16px;color:${colourText(readableOn(BLACK, colour))}`;
  return `<h1 style="${written}">${escapeText(title)}</h1>`;
}

/** Content security policy: allows media, if included, and nothing else. */
const policyOf = (media: boolean) =>
  `default-src 'none'; ${media ? 'img-src http: https:; media-src http: https:; ' : ''}style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'`;

function documentOf(options: RichPageOptions, background: string, article: string): string {
  const { title, language, direction, media = true } = options;
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
    `<body style="${escapeText(background)};padding:24px">`,
    article,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

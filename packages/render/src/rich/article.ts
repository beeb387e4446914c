import type { Article } from 'webpith';
import { Addresses, baseHref, element, escapeText, type PageTree } from 'webpith/stages';
import { RenderError } from '../errors.js';
import { type Background, backgroundBehind } from './background.js';
import { BLACK, colourText, readableOn } from './colour.js';
import { round } from './declarations.js';
import { partsOfArticle, partsOfTexts, type RichParts } from './parts.js';
import { RESET } from './properties.js';
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
  refuseUndrawn(tree);
  return richPage(tree, partsOfArticle(tree, article, options.url), {
    title: article.title,
    language: article.language,
    direction: article.direction,
    ...options,
  });
}

/** What another method found on a page. */
export interface FoundTexts {
  /** One for the text nodes of the body. */
  readonly texts: Uint8Array;
  /** The title's words, and the element that shows them where the method knows it. */
  readonly title?: string | undefined;
  readonly titleNode?: number | undefined;
  readonly language?: string | undefined;
}

/** As `richArticle`, of what any method took for title and body. */
export function richTexts(tree: PageTree, found: FoundTexts, options: RichOptions = {}): string {
  refuseUndrawn(tree);
  const { title, language } = found;
  return richPage(tree, partsOfTexts(tree, found, options.url), { title, language, ...options });
}

function refuseUndrawn(tree: PageTree): void {
  if (tree.layout !== undefined) return;
  throw new RenderError(
    'bad-page',
    'expected a page that a browser drew, got one without boxes; render it first',
  );
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
  const width = shown.length > 0 ? Math.min(Math.max(right - left, 200), WIDEST) : USUAL_WIDTH;
  const inset = box === undefined ? 0 : Math.max(0, box.x - left);
  const bodyWidth = box === undefined ? '' : `;width:${round(box.width)}px`;
  return documentOf(options, {
    background: background.style,
    article:
      `<article style="width:${round(width)}px;max-width:100%;margin:0 auto">${title}` +
      `<div style="max-width:100%;margin-left:${round(inset)}px${bodyWidth}">${body}</div></article>`,
  });
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

/** Writes a subtree that stands apart from the body; where it stood on another ground, that comes along. */
function onBackground(selection: Selection, node: number, around: Background): string {
  const own = backgroundBehind(selection.tree, selection.tree.parent[node]!);
  const html = writeSubtree(selection, node, own.colour);
  if (own.style === around.style || html.trim() === '') return html;
  return element(
    'div',
    {},
    html,
    `${own.style};padding:${BACKGROUND_EDGE}px;margin-bottom:${BACKGROUND_EDGE}px`,
  );
}

/** Room between the edge of a ground and what stands on it. */
const BACKGROUND_EDGE = 16;

interface TitlePlace {
  readonly addresses: Addresses;
  readonly root: number;
  readonly left: number;
  /** What the body stands on. */
  readonly background: Background;
}

function titleHtml(tree: PageTree, parts: RichParts, { title }: RichPageOptions, place: TitlePlace): string {
  if (parts.title < 0)
    return title === undefined || showsTitle(tree, parts, title) ? '' : plainTitle(title, place.background);
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

/** Whether the kept text begins with the title: then it needs no second one. */
function showsTitle(tree: PageTree, { texts }: RichParts, title: string): boolean {
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
    `<body style="${escapeText(background)};padding:24px">`,
    article,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

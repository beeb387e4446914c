import { safeAddress } from '../../content/addresses.js';
import type { ArticleLike } from '../article-like.js';
import type { Piece, Section } from './pieces.js';

export interface Place {
  readonly path: readonly string[];
  readonly anchor?: string;
  readonly url?: string;
}

export function placeOf(article: ArticleLike, pieces: readonly Piece[]): Place {
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

/** The titles of other pages of the site. */
export interface SiteTitles {
  /** True if most of them equal the text, or begin or end with it at a separator. */
  isShared(text: string): boolean;
}

const MAX_TITLE = 1_000;
/** More signs than those of `cutAtSeparators`, since nothing is cut unless other pages confirm it. */
const SEPARATOR = /\s?[|｜•»«~☆★_]{1,5}\s?|\s[–—·:/<>-]{1,5}\s?|[–—·:/<>-]{1,5}\s/g;
const MOST_ENDINGS = 4;
const MOST_BEGINNINGS = 3;

interface Part {
  readonly text: string;
  /** The title without the part and its separator. */
  readonly start: number;
  readonly end: number;
}

/** Endings and beginnings of a title at separators, the longest of each first. */
function partsOf(title: string): { readonly endings: readonly Part[]; readonly beginnings: readonly Part[] } {
  const cuts = [...title.slice(0, MAX_TITLE).matchAll(SEPARATOR)].map(({ index, 0: sign }) => ({
    start: index,
    end: index + sign.length,
  }));
  return {
    endings: cuts.slice(-MOST_ENDINGS).map(cut => ({ text: title.slice(cut.end), start: 0, end: cut.start })),
    beginnings: cuts
      .slice(0, MOST_BEGINNINGS)
      .map(cut => ({ text: title.slice(0, cut.start), start: cut.end, end: title.length }))
      .reverse(),
  };
}

/** The title and its endings and beginnings, of which other titles of the site may have some. */
export function titleParts(title: string): string[] {
  const { endings, beginnings } = partsOf(title);
  return [title, ...[...endings, ...beginnings].map(({ text }) => text)];
}

/** The title without the ending and the beginning that it shares with other pages; empty if it consists of them. */
export function withoutShared(title: string, site: SiteTitles): string {
  if (site.isShared(title)) return '';
  const { endings, beginnings } = partsOf(title);
  const start = beginnings.find(({ text }) => site.isShared(text))?.start ?? 0;
  const end = endings.find(({ text }) => site.isShared(text))?.end ?? title.length;
  return title.slice(start, Math.max(start, end));
}

/** Longer shared parts are slogans. Set by hand. */
const MAX_NAME = 60;

/** The longest part that the title shares with other pages. */
export function siteNameIn(title: string, site: SiteTitles): string | undefined {
  const shared = titleParts(title).filter(text => text.length <= MAX_NAME && site.isShared(text));
  return shared.sort((a, b) => b.length - a.length)[0];
}

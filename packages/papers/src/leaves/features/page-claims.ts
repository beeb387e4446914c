import { wordsOf } from '@webpith/lab';
import { ATTR, type PageTree, TAG } from 'webpith/stages';

/** Metadata in the head of a page, not verified. */
export interface PageClaims {
  readonly title: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
  readonly authors: readonly string[];
  readonly description: ReadonlySet<string>;
  readonly site: string;
  /** Dates as `YYYY-MM-DD`. */
  readonly dates: readonly string[];
}

const TITLE_META = /^(?:og:title|twitter:title|dc\.title|headline|title|sailthru\.title)$/;
const AUTHOR_META =
  /^(?:author|article:author|dc\.creator|byl|sailthru\.author|parsely-author|twitter:data1|citation_author)$/;
const DATE_META = /(?:date|time|published|modified)/;

/** Reads meta elements, `<title>` and JSON-LD. */
export function pageClaims(tree: PageTree): PageClaims {
  const titles: string[] = [];
  const authors: string[] = [];
  const dates: string[] = [];
  let description = '';
  let site = '';
  for (let n = 1; n < tree.count; n++) {
    const tag = tree.tag[n]!;
    if (tag === TAG.title && titles.length < 8) titles.push(tree.textContent(n).slice(0, 300));
    if (tag === TAG.script && tree.attribute(n, ATTR.type) === 'application/ld+json')
      readJsonLd(tree.textContent(n), titles, authors, dates);
    if (tag !== TAG.meta) continue;
    const name = (
      tree.attribute(n, ATTR.property) ??
      tree.attribute(n, ATTR.name) ??
      tree.attribute(n, ATTR.itemprop) ??
      ''
    ).toLowerCase();
    const content = tree.attribute(n, ATTR.content);
    if (name === '' || content === undefined || content === '') continue;
    if (TITLE_META.test(name)) titles.push(content.slice(0, 300));
    else if (AUTHOR_META.test(name) && !content.includes('/')) authors.push(content.slice(0, 100));
    else if (/description$/.test(name)) description ||= content.slice(0, 600);
    else if (name === 'og:site_name') site = content.slice(0, 80).toLowerCase();
    else if (DATE_META.test(name)) dates.push(content.slice(0, 10));
  }
  const longest = titles.reduce((a, b) => (wordsOf(b).length > wordsOf(a).length ? b : a), '');
  return {
    title: new Set(wordsOf(longest)),
    titles: new Set(titles.map(title => wordsOf(title).join(' '))),
    authors: authors.map(name => wordsOf(name).join(' ')).filter(name => name.length > 2),
    description: new Set(wordsOf(description)),
    site,
    dates: dates.filter(date => /^\d{4}-\d\d-\d\d$/.test(date)),
  };
}

/** Uses patterns, because much JSON-LD on real pages is invalid JSON. */
function readJsonLd(text: string, titles: string[], authors: string[], dates: string[]): void {
  const head = text.slice(0, 20_000);
  for (const [, title] of head.matchAll(/"headline"\s{0,4}:\s{0,4}"([^"]{1,300})"/g)) titles.push(title!);
  for (const [, list] of head.matchAll(/"author"\s{0,4}:\s{0,4}([[{"][^\]}]{1,600})/g)) {
    for (const [, name] of list!.matchAll(/"name"\s{0,4}:\s{0,4}"([^"]{2,80})"/g)) authors.push(name!);
    const plain = /^"([^"]{2,80})"/.exec(list!)?.[1];
    if (plain) authors.push(plain);
  }
  for (const [, date] of head.matchAll(/"date(?:Published|Modified)"\s{0,4}:\s{0,4}"(\d{4}-\d\d-\d\d)/g))
    dates.push(date!);
}

import { ATTR, TAG } from '../../../tree/names.js';
import { isCollective, isWrittenAsName } from '../../bylines.js';
import { tidy } from '../../claims.js';
import { cutAtSeparators } from '../../site-name.js';
import type { PageReading } from '../page-reading.js';
import { slugWords } from '../slug.js';
import { type AuthorMention, together } from './mention.js';
import { peopleIn } from './names.js';

export function buriedAuthors(page: PageReading): AuthorMention[] {
  return [...scriptAuthors(page), ...titleAuthors(page)];
}

/** Maximum characters of script searched, and names taken from them. Set by hand. */
const MOST_SCRIPT = 1_000_000;
const MOST_IN_SCRIPTS = 12;
const PROPERTY =
  /\b(?:author|authors|authorName|author_name|articleAuthor|byline|creator|pageAuthor|contentAuthor)\\?["']?\s?[:=]\s?\[?\\?["']([^"'\\<>{}[\]]{3,60})\\?["']/gi;

function scriptAuthors({ blocks: { tree } }: PageReading): AuthorMention[] {
  const names: string[] = [];
  let left = MOST_SCRIPT;
  for (let node = 1; node < tree.count && left > 0 && names.length < MOST_IN_SCRIPTS; node++) {
    if (tree.tag[node] !== TAG.script || /ld\+json/i.test(tree.attribute(node, ATTR.type) ?? '')) continue;
    const text = tree.textContent(node).slice(0, left);
    left -= text.length;
    if (!/author|byline|creator/i.test(text)) continue;
    for (const match of text.matchAll(PROPERTY)) {
      names.push(...peopleIn(match[1]!));
      if (names.length >= MOST_IN_SCRIPTS) break;
    }
  }
  return together([...new Set(names)], { place: 'script', source: 'meta' });
}

const IN_TITLE = /\s(?:by|von|par|por|di|door)\s((?:\p{Lu}[\p{L}.'’-]{0,20}\s?){2,4})(?=$|[\s|–—-])/u;

function titleAuthors(page: PageReading): AuthorMention[] {
  const texts = [...page.identity.titles, ...page.identity.headings].map(tidy);
  const names = texts.flatMap(text => peopleIn(IN_TITLE.exec(text.slice(0, 300))?.[1] ?? ''));
  const slug = slugWords(page.address ?? '');
  const by = slug.lastIndexOf('by');
  if (by > 0 && slug.length - by > 2 && slug.length - by < 5) {
    names.push(
      slug
        .slice(by + 1)
        .map(word => word[0]!.toUpperCase() + word.slice(1))
        .join(' '),
    );
  }
  const people = [...new Set(names)].filter(isWrittenAsName);
  return [
    ...together(people, { place: 'title or address', source: 'title-element' }),
    ...together(ownSite(page), { place: 'name of the site', source: 'title-element' }),
  ];
}

/** The owner after whom a personal site is named: "Jo Bell's notes". */
function ownSite(page: PageReading): string[] {
  const parts = page.identity.titles.flatMap(title =>
    cutAtSeparators(tidy(title)).map(segment => segment.text),
  );
  const named = [...page.siteNames, ...parts.slice(1), parts[0] ?? ''].map(name =>
    name.slice(0, 200).replace(/['’]s?\s.*$/u, ''),
  );
  const names = named.filter(name => isWrittenAsName(name) && page.site.isPart(name));
  return [...new Set(names)].filter(name => !isCollective(name)).slice(0, 1);
}

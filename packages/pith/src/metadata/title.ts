import { type Claims, tidy } from './claims.js';
import { likeness, wordsOf } from './likeness.js';
import type { MetadataSource, Sourced } from './metadata.js';
import { cutAtSeparators, type SiteNames } from './site-name.js';
import type { Heading } from './title-heading.js';

export interface TitleEvidence {
  readonly element: string | undefined;
  readonly claims: Claims;
  readonly site: SiteNames;
}

/** The longest of 1,870 real titles has 230 characters. */
const MAX_TITLE = 400;

/** Most trusted first. */
const ORDER: readonly MetadataSource[] = [
  'json-ld',
  'open-graph',
  'twitter',
  'microdata',
  'meta',
  'dublin-core',
  'rdfa',
];

/** The title without the name of the site: from the heading that shows it, else from the head. */
export function pageTitle(
  evidence: TitleEvidence,
  heading: Heading | undefined,
): Sourced<string> | undefined {
  const stated = statedTitles(evidence);
  if (heading === undefined || !isPreferred(heading, stated, evidence.site)) return stated[0];
  return (
    withoutKicker(heading, stated) ?? { value: evidence.site.removedFrom(heading.text), source: 'heading' }
  );
}

function statedTitles({ claims, element, site }: TitleEvidence): Sourced<string>[] {
  const titles = new Map<string, MetadataSource>();
  const read = new Set<string>();
  const add = (text: string, source: MetadataSource) => {
    if (read.has(text)) return;
    read.add(text);
    const value = text.length <= MAX_TITLE ? site.removedFrom(text) : '';
    if (value !== '' && !titles.has(value) && !site.is(value)) titles.set(value, source);
  };
  for (const source of ORDER) {
    for (const claim of claims.of('title')) if (claim.source === source) add(claim.value, source);
  }
  if (element !== undefined) add(withoutTail(tidy(element), site), 'title-element');
  return [...titles].map(([value, source]) => ({ value, source }));
}

/**
 * True if the heading is preferred to the titles in the head, which are often shortened or written for search engines:
 * it must resemble one of them, or be the only heading of level one, with two words or more. The numbers were set by
 * hand.
 */
function isPreferred(heading: Heading, stated: readonly Sourced<string>[], site: SiteNames): boolean {
  if (site.is(heading.text)) return false;
  if (stated.length === 0 || heading.like >= 0.5) return true;
  const words = wordsOf(heading.text);
  const like = Math.max(...stated.map(title => likeness(words, wordsOf(title.value))));
  return like >= 0.3 || (heading.isOnly && words.length > 1);
}

/** Maximum words of a kicker before the title, and minimum words of the title. Set by hand. */
const MAX_KICKER = 6;
const TITLE_WORDS = 3;

/**
 * A title in the head that equals the end of the heading, without its kicker, section or date. Undefined if another
 * title equals the whole heading.
 */
function withoutKicker(heading: Heading, stated: readonly Sourced<string>[]): Sourced<string> | undefined {
  const whole = wordsOf(heading.text);
  let bare: Sourced<string> | undefined;
  for (const title of stated) {
    if (title.source === 'title-element') continue;
    const words = wordsOf(title.value);
    const kicker = whole.length - words.length;
    if (kicker < 0 || kicker > MAX_KICKER || words.length < TITLE_WORDS) continue;
    if (!words.every((word, i) => word === whole[kicker + i])) continue;
    if (kicker === 0) return undefined;
    bare ??= title;
  }
  return bare;
}

/** Set by hand. */
const TAIL_WORDS = 5;

/** Drops a short last part, which is probably a site name that the page does not declare. */
export function withoutTail(title: string, site: SiteNames): string {
  const segments = cutAtSeparators(title);
  if (segments.length < 2 || site.removedFrom(title) !== title) return title;
  const rest = title.slice(0, segments.at(-2)!.end);
  const isTail = wordsOf(segments.at(-1)!.text).length <= TAIL_WORDS && wordsOf(rest).length >= TITLE_WORDS;
  return isTail ? rest : title;
}

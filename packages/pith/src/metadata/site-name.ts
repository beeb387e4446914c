import { lettersAndDigits } from '../blocks/characters.js';
import { containment, wordsOf } from './likeness.js';

/** A part of a title between two separators. */
export interface Segment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Signs between a title and the name of its site, in text whose white space is single spaces. */
const SEPARATOR =
  / [|–—·•»«:/<>~☆★-]+ | ?[｜|»•] ?| ?:: ?| -+ ?|(?<=[\u3000-\u9fff\uff00-\uff65])[_-]+(?=[\u3040-\u9fff])/gu;
/** One of the signs that any of these has: most texts have none. */
const SIGN = /[|｜–—·•»«:/<>~☆★_-]/;
/** Characters of a title that are cut at separators. Set by hand. */
const MAX_LENGTH = 1_000;

/** The parts of a tidy title; one when nothing separates. */
export function cutAtSeparators(title: string): Segment[] {
  if (!SIGN.test(title)) return title.trim() === '' ? [] : [{ text: title, start: 0, end: title.length }];
  const segments: Segment[] = [];
  let start = 0;
  const add = (end: number, next: number) => {
    if (title.slice(start, end).trim() !== '') segments.push({ text: title.slice(start, end), start, end });
    start = next;
  };
  for (const match of title.slice(0, MAX_LENGTH).matchAll(SEPARATOR))
    add(match.index, match.index + match[0].length);
  add(title.length, title.length);
  return segments;
}

/**
 * Longer names, and names with more parts, are titles that a page gives as its site's name by mistake. Both set by hand.
 */
const MAX_NAME = 60;
const MAX_PARTS = 2;

/** Letters that a part of a title may have beside the host's name: "DER SPIEGEL" for spiegel.de. Set by hand. */
const EXTRA_LETTERS = 10;

/** The names of a site: what it calls itself, and its host. */
export class SiteNames {
  private readonly names: readonly { words: readonly string[]; joined: string }[];
  private readonly labels: readonly string[];
  private readonly host: string;

  constructor(names: readonly string[], host: string) {
    const believed = names.filter(
      name => name.length <= MAX_NAME && cutAtSeparators(name).length <= MAX_PARTS,
    );
    this.names = [...new Set(believed)].map(wordsOf).map(words => ({ words, joined: words.join('') }));
    this.host = lettersAndDigits(host);
    this.labels = host
      .toLowerCase()
      .split('.')
      .slice(0, -1)
      .map(label => label.replaceAll('-', ''))
      .filter(label => label.length > 2);
  }

  /** Whether a whole text is only the site's name, as on a front page. */
  is(text: string): boolean {
    const joined = wordsOf(text).join('');
    if (joined === '' || joined === this.host) return true;
    return this.labels.includes(joined) || this.names.some(name => name.joined === joined);
  }

  /**
   * Whether a part of a title is the site's name, perhaps with a word or two around it or left out. The numbers are set
   * by hand.
   */
  isPart(part: string): boolean {
    const words = wordsOf(part);
    const joined = words.join('');
    if (joined === '') return true;
    for (const name of this.names) {
      if (name.joined === '') continue;
      if (words.length <= name.words.length + 2 && containment(name.words, words) === 1) return true;
      if (containment(words, name.words) === 1 && joined.length >= 0.5 * name.joined.length) return true;
    }
    return this.isHost(words, joined);
  }

  /** Whether a part is the name of the host; how much of it must be there is set by hand. */
  private isHost(words: readonly string[], joined: string): boolean {
    if (joined === this.host) return true;
    return this.labels.some(label => {
      if (words.length <= 4 && joined.includes(label) && joined.length <= label.length + EXTRA_LETTERS)
        return true;
      return joined.length >= 4 && label.includes(joined) && joined.length >= label.length * 0.6;
    });
  }

  /**
   * Cuts the site's name off a title: at the start it and its separator, elsewhere it and all behind it. A part is the
   * site's name when the page says so, or when the host does (`spiegel` of spiegel.de in "DER SPIEGEL").
   */
  removedFrom(title: string): string {
    const segments = cutAtSeparators(title);
    if (segments.length < 2) return title;
    const isSite = segments.map(segment => this.isPart(segment.text));
    // A title that is all site keeps its first part: "Gazette: storm | Gazette".
    const first = Math.max(0, isSite.indexOf(false));
    const next = isSite.indexOf(true, first + 1);
    return title.slice(segments[first]!.start, segments[next < 0 ? segments.length - 1 : next - 1]!.end);
  }
}

import { lettersAndDigits } from '../blocks/characters.js';
import { containment, wordsOf } from './likeness.js';

export interface Segment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SEPARATOR =
  / [|–—·•»«:/<>~☆★-]+ | ?[｜|»•] ?| ?:: ?| -+ ?|(?<=[\u3000-\u9fff\uff00-\uff65])[_-]+(?=[\u3040-\u9fff])/gu;
/** Every separator contains one of these characters. Tested first, since most texts have none. */
const SIGN = /[|｜–—·•»«:/<>~☆★_-]/;
const MAX_LENGTH = 1_000;

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

/** Longer names, and names with more parts, are titles declared as site names by mistake. Set by hand. */
const MAX_NAME = 60;
const MAX_PARTS = 2;

/** Letters that a site name may have in addition to those of the host: "DER SPIEGEL" on spiegel.de. Set by hand. */
const EXTRA_LETTERS = 10;

export class SiteNames {
  private readonly names: readonly { words: readonly string[]; joined: string }[];
  private readonly labels: readonly string[];
  private readonly host: string;

  constructor(names: readonly string[], host: string) {
    const plausible = names.filter(
      name => name.length <= MAX_NAME && cutAtSeparators(name).length <= MAX_PARTS,
    );
    this.names = [...new Set(plausible)].map(wordsOf).map(words => ({ words, joined: words.join('') }));
    this.host = lettersAndDigits(host);
    this.labels = host
      .toLowerCase()
      .split('.')
      .slice(0, -1)
      .map(label => label.replaceAll('-', ''))
      .filter(label => label.length > 2);
  }

  /** True if the text is the site's name, or has no letters and digits. */
  is(text: string): boolean {
    const joined = wordsOf(text).join('');
    if (joined === '' || joined === this.host) return true;
    return this.labels.includes(joined) || this.names.some(name => name.joined === joined);
  }

  /** True for the site's name with up to two more words, or for at least about half of it. Thresholds set by hand. */
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

  private isHost(words: readonly string[], joined: string): boolean {
    if (joined === this.host) return true;
    return this.labels.some(label => {
      if (words.length <= 4 && joined.includes(label) && joined.length <= label.length + EXTRA_LETTERS)
        return true;
      return joined.length >= 4 && label.includes(joined) && joined.length >= label.length * 0.6;
    });
  }

  /** Drops site names at the start of a title, and everything from a later one on. */
  removedFrom(title: string): string {
    const segments = cutAtSeparators(title);
    if (segments.length < 2) return title;
    const isSite = segments.map(segment => this.isPart(segment.text));
    // If all parts are site names, the first remains.
    const first = Math.max(0, isSite.indexOf(false));
    const next = isSite.indexOf(true, first + 1);
    return title.slice(segments[first]!.start, segments[next < 0 ? segments.length - 1 : next - 1]!.end);
  }
}

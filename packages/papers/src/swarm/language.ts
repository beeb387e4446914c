import { createRequire } from 'node:module';
import { once } from 'webpith/stages';

/** Characters per call of the segmenter, whose time is quadratic in its input. */
const WINDOW = 4_000;

/** Abbreviations that may precede a capital letter or a number; without the final dot. */
const ABBREVIATIONS = new Set(
  (
    'adm al approx apr art aug av bros bzw ca capt cf ch chr co col corp dec dept dipl dir dr dra ed eds e.g est etc ex ' +
    'feb fig fr gen gov hon hr hrn i.e inc inkl ing jan jr jul jun lt ltd maj mar max messrs mgr min mio mlle mm mme mr ' +
    'mrd mrs ms mt nov nr no num oct okt op p.m a.m p par pp pres prof pvt rep rev sen sept sep sgt sig sigg sir sr sra ' +
    'srta st str tab tel u.a u.s u.k usw v vgl vol vs z.b d.h bl bd evtl ggf geb gest jh s ul np tzn tj dott avv on pag ' +
    'núm pág ud uds vd art avda nro resp sog st ste bd boul p.ex env'
  ).split(' '),
);

const INITIALS = /^\p{L}(?:\.\p{L}){0,5}$/u;

const segmenter = once(() => new Intl.Segmenter('und', { granularity: 'sentence' }));

/**
 * Counts the sentences found by `Intl.Segmenter`, except breaks after abbreviations and initials and segments without
 * letters or digits. One segmenter is enough, because Unicode's rules hardly depend on the language.
 */
export function countSentences(text: string): number {
  let count = 0;
  let open = false; // true if the last sentence continues
  for (let from = 0; from < text.length; ) {
    const window = text.slice(from, from + WINDOW);
    const isLast = from + WINDOW >= text.length;
    let next = window.length;
    for (const { segment, index } of segmenter().segment(window)) {
      // The last segment of a window may be truncated; it starts the next window unless it fills this one.
      if (!isLast && index > 0 && index + segment.length === window.length) {
        next = index;
        break;
      }
      if (!/[\p{L}\p{N}]/u.test(segment)) continue;
      if (!open) count++;
      open = endsOpen(segment) || (!isLast && index === 0 && segment.length === window.length);
    }
    from += next;
  }
  return count;
}

function endsOpen(segment: string): boolean {
  const trimmed = segment.trimEnd();
  if (!trimmed.endsWith('.')) return false;
  const word = trimmed.slice(Math.max(trimmed.lastIndexOf(' ') + 1, trimmed.length - 16), -1);
  const bare = word.replace(/^[("'“‘«[]{1,3}/, '');
  return INITIALS.test(bare) || ABBREVIATIONS.has(bare.toLowerCase());
}

/**
 * The paper gives only the number of its languages, 14. This list has the languages of its benchmark, related
 * languages, and major languages in other scripts.
 */
export const LANGUAGES = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no'],
  ...['fi', 'pl', 'cs', 'hu', 'ro', 'hr', 'tr', 'id'],
  ...['ru', 'uk', 'bg', 'el', 'ar', 'fa', 'he', 'hi', 'zh', 'ja', 'ko', 'vi'],
] as const;

export type StopWordLanguage = (typeof LANGUAGES)[number];

interface StopWordCount {
  readonly count: number;
  readonly language: StopWordLanguage | undefined;
}

const stopWords = once((): ReadonlyMap<string, number> => {
  const lists = createRequire(import.meta.url)('stopwords-iso') as Record<string, readonly string[]>;
  const bits = new Map<string, number>();
  LANGUAGES.forEach((language, i) => {
    // Some lists contain numbers, punctuation and phrases.
    for (const word of lists[language]!.filter(entry => /^[\p{L}\p{M}]+$/u.test(entry))) {
      bits.set(word, (bits.get(word) ?? 0) | (1 << i));
    }
  });
  return bits;
});

/**
 * Returns the highest count over all languages (§3.3). The paper maximises the ratio to other words, which selects the
 * same language. Words must be in lower case.
 */
export function countStopWords(words: readonly string[]): StopWordCount {
  const known = stopWords();
  const counts = new Uint32Array(LANGUAGES.length);
  for (const word of words) {
    for (let bits = known.get(word) ?? 0; bits !== 0; bits &= bits - 1)
      counts[31 - Math.clz32(bits & -bits)]!++;
  }
  let best = 0;
  for (let i = 1; i < counts.length; i++) if (counts[i]! > counts[best]!) best = i;
  return { count: counts[best]!, language: counts[best]! > 0 ? LANGUAGES[best] : undefined };
}

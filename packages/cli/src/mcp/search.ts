import { render } from 'webpith';
import type { ReadPage } from './reading.js';
import { clipped, lineOf } from './sections.js';

/** A passage of a page that holds what was looked for. */
interface Passage {
  readonly section: number;
  readonly title: string;
  readonly text: string;
  /** How many of the words it holds. */
  readonly found: number;
}

/** Characters of a passage that are shown, and of those before the first word that was found. */
const SHOWN = 300;
const BEFORE = 80;

/** The passages of a page that hold most of the words that were asked for, as lines with the numbers of their sections. */
export function passagesWith({ sections }: ReadPage, query: string, limit: number): string {
  const words = [...new Set(folded(query).split(/[^\p{L}\p{N}]+/u))].filter(Boolean).slice(0, 20);
  if (words.length === 0) return 'Nothing to look for: give some words.';
  const passages: Passage[] = [];
  for (const { number, title, blocks } of sections) {
    for (const block of blocks) {
      const text = render({ content: [block] }, 'text')
        .replace(/\s+/g, ' ')
        .trim();
      const place = folded(text);
      const hits = words.map(word => place.indexOf(word)).filter(at => at >= 0);
      if (hits.length === 0) continue;
      passages.push({ section: number, title, text: around(text, Math.min(...hits)), found: hits.length });
    }
  }
  const best = passages.sort((a, b) => b.found - a.found || a.section - b.section).slice(0, limit);
  if (best.length === 0) return `Nothing on this page holds ${words.join(', ')}.`;
  const more = passages.length > best.length ? [`… and ${passages.length - best.length} more`] : [];
  const lines = best.map(
    ({ section, title, text }) => `- ${section}. ${lineOf(`${clipped(title, 80)}: ${text}`)}`,
  );
  return ['Passages, with the numbers of their sections for read_section:', ...lines, ...more].join('\n');
}

/** Letters without case and accents, each as long as it was: places in the one are places in the other, nearly. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function around(text: string, at: number): string {
  const start = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  return `${start > 0 ? '… ' : ''}${clipped(text.slice(start, start + SHOWN * 2), SHOWN)}`;
}

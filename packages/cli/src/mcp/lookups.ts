import { type ContentNode, type Inline, render } from 'webpith';
import { ABOUT, type AboutName, type FieldKind, namesIn } from 'webpith/stages';
import { CAUTION, quoted } from './quotation.js';
import type { ReadPage } from './reading.js';
import { z } from './sdk.js';
import { clipped, lineOf, plainText } from './sections.js';

interface Passage {
  readonly section: number;
  readonly title: string;
  readonly text: string;
  readonly found: number;
}

/** Characters shown of a passage, and how many of them may precede the first match. */
const PASSAGE_LENGTH = 300;
const CONTEXT_BEFORE = 80;

/** Quotes the passages of a page that match a query, best first, with their section numbers. */
export function passagesWith({ sections }: ReadPage, query: string, limit: number): string {
  const words = [...new Set(folded(query).split(/[^\p{L}\p{N}]+/u))].filter(Boolean).slice(0, 20);
  if (words.length === 0) return 'Nothing to search for: the query contains no words.';
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
  if (best.length === 0) return `Nothing on this page matches ${words.join(', ')}.`;
  const more = passages.length > best.length ? [`… and ${passages.length - best.length} more`] : [];
  const lines = best.map(
    ({ section, title, text }) => `- ${section}. ${lineOf(`${clipped(title, 80)}: ${text}`)}`,
  );
  const intro = 'Passages, with the numbers of their sections for read_section:';
  return [intro, quoted(lines.join('\n')), ...more].join('\n\n');
}

/** Lower-cases and removes accents; offsets stay approximately the same. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function around(text: string, at: number): string {
  const start = at <= CONTEXT_BEFORE ? 0 : text.indexOf(' ', at - CONTEXT_BEFORE) + 1;
  return `${start > 0 ? '… ' : ''}${clipped(text.slice(start, start + PASSAGE_LENGTH * 2), PASSAGE_LENGTH)}`;
}

const caution = z.string().describe('the other values are quoted from the page');

export const linksSchema = z.object({
  caution,
  links: z.array(
    z.object({
      text: z.string(),
      url: z.string(),
      section: z.number().describe('number of its section'),
    }),
  ),
  total: z.number().describe('number of links on the page'),
});

type LinkEntry = z.infer<typeof linksSchema>['links'][number];

export function linksOf({ sections }: ReadPage, from: number, limit: number): z.infer<typeof linksSchema> {
  const found = new Map<string, LinkEntry>();
  for (const { number, blocks } of sections) {
    for (const { href, children } of linksIn(blocks)) {
      if (!found.has(href)) {
        found.set(href, {
          text: clipped(plainText(children), 200),
          url: clipped(href, 2000),
          section: number,
        });
      }
    }
  }
  return { caution: CAUTION, links: [...found.values()].slice(from, from + limit), total: found.size };
}

type Link = Extract<Inline, { type: 'link' }>;

/** All links in the blocks; content consists of plain objects, so every nested value is visited. */
function linksIn(blocks: readonly ContentNode[]): Link[] {
  const links: Link[] = [];
  const stack: unknown[] = [...blocks].reverse();
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && (value as { type?: unknown }).type === 'link') links.push(value as Link);
    for (const inner of Object.values(value).reverse()) if (typeof inner === 'object') stack.push(inner);
  }
  return links;
}

const MAX_CHARACTERS = 1000;
const MAX_ENTRIES = 30;

const LEFT_OUT: readonly AboutName[] = ['types', 'direction'];
const NAMES = namesIn(ABOUT).filter(name => !LEFT_OUT.includes(name));

const SCHEMAS: Partial<Record<FieldKind, z.ZodType>> = {
  strings: z.array(z.string()),
  boolean: z.boolean(),
  double: z.number(),
};

export const metadataSchema = z.object({
  caution,
  ...Object.fromEntries(
    NAMES.map(name => {
      const { kind, always }: { kind: FieldKind; always?: true } = ABOUT[name];
      const schema = SCHEMAS[kind] ?? z.string();
      return [name, always ? schema : schema.optional()];
    }),
  ),
  tokens: z.number().describe('estimated tokens of the whole page as Markdown'),
  sections: z.number().describe('number of sections; read_page lists those it leaves out'),
});

export function metadataOf({ article, sections }: ReadPage): z.infer<typeof metadataSchema> {
  const fields = NAMES.flatMap(name => {
    const value = article[name];
    return value === undefined ? [] : [[name, shortened(value)]];
  });
  return {
    caution: CAUTION,
    ...Object.fromEntries(fields),
    tokens: sections.reduce((sum, { tokens }) => sum + tokens, 0),
    sections: sections.length,
  };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return clipped(value, MAX_CHARACTERS);
  return Array.isArray(value) ? value.slice(0, MAX_ENTRIES).map(entry => clipped(entry, 200)) : value;
}

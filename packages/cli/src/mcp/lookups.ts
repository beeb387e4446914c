import { type ContentNode, type Inline, render } from 'webpith';
import { ABOUT, type AboutName, type FieldKind, namesIn } from 'webpith/stages';
import type { ReadPage } from './reading.js';
import { z } from './sdk.js';
import { clipped, lineOf, plainText } from './sections.js';

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

/** Links as `page_links` gives them. */
export const linksSchema = z.object({
  links: z.array(
    z.object({
      text: z.string(),
      url: z.string(),
      section: z.number().describe('the section that it stands in'),
    }),
  ),
  total: z.number().describe('how many there are in all'),
});

type Found = z.infer<typeof linksSchema>['links'][number];

/** The links in the content of a page, each address once, in reading order. */
export function linksOf({ sections }: ReadPage, from: number, limit: number): z.infer<typeof linksSchema> {
  const found = new Map<string, Found>();
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
  return { links: [...found.values()].slice(from, from + limit), total: found.size };
}

type Link = Extract<Inline, { type: 'link' }>;

/** All links in blocks, in order: content is plain objects, so every array in it may hold some. */
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

const MOST_CHARACTERS = 1000;
const MOST_ENTRIES = 30;

/** What an assistant has no use for. */
const LEFT_OUT: readonly AboutName[] = ['types', 'direction'];
const NAMES = namesIn(ABOUT).filter(name => !LEFT_OUT.includes(name));

const SCHEMAS: Partial<Record<FieldKind, z.ZodType>> = {
  strings: z.array(z.string()),
  boolean: z.boolean(),
  double: z.number(),
};

/** What a page says about itself, as `page_metadata` gives it. */
export const metadataSchema = z.object({
  ...Object.fromEntries(
    NAMES.map(name => {
      const { kind, always }: { kind: FieldKind; always?: true } = ABOUT[name];
      const schema = SCHEMAS[kind] ?? z.string();
      return [name, always ? schema : schema.optional()];
    }),
  ),
  tokens: z.number().describe('estimate for the whole page as Markdown'),
  sections: z.number().describe('how many; read_page lists those that it leaves out'),
});

/** The metadata of a page, no field longer than an assistant has use for. */
export function metadataOf({ article, sections }: ReadPage): z.infer<typeof metadataSchema> {
  const fields = NAMES.flatMap(name => {
    const value = article[name];
    return value === undefined ? [] : [[name, shortened(value)]];
  });
  return {
    ...Object.fromEntries(fields),
    tokens: sections.reduce((sum, { tokens }) => sum + tokens, 0),
    sections: sections.length,
  };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return clipped(value, MOST_CHARACTERS);
  return Array.isArray(value) ? value.slice(0, MOST_ENTRIES).map(entry => clipped(entry, 200)) : value;
}

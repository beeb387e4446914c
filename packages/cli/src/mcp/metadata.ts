import { ABOUT, type AboutName, type FieldKind, namesIn } from 'webpith/stages';
import type { ReadPage } from './reading.js';
import { z } from './sdk.js';
import { clipped } from './sections.js';

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

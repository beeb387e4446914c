import {
  type ArticleFields,
  FIELDS,
  type FieldKind,
  JSON_FIELDS,
  MARKDOWN_CHOICES,
  type NamesOfKind,
} from 'webpith/stages';
import { z } from 'zod';

const OUTPUT_NAMES = ['text', 'markdown', 'html', 'tei', 'rich'] as const;
export const FORMATS = ['json', 'text', 'markdown', 'html', 'tei'] as const;
export const PARTS = [
  'title',
  'byline',
  'captions',
  'comments',
  'hidden',
  'links',
  'images',
  'tables',
] as const;

const include = z.partialRecord(z.enum(PARTS), z.boolean()).describe('Parts to include or leave out');
const markdown = z
  .object({
    callouts: z.enum(MARKDOWN_CHOICES.callouts).optional(),
    footnotes: z.enum(MARKDOWN_CHOICES.footnotes).optional(),
    images: z.enum(MARKDOWN_CHOICES.images).optional(),
    links: z.enum(MARKDOWN_CHOICES.links).optional(),
    math: z.enum(MARKDOWN_CHOICES.math).optional(),
    preset: z.enum(MARKDOWN_CHOICES.preset).optional(),
    tables: z.enum(MARKDOWN_CHOICES.tables).optional(),
  })
  .strict()
  .describe('How Markdown is written');
const selectors = z.array(z.string().min(1).max(500)).max(200);

const nodes = z.array(z.number().int().min(0).max(10_000_000)).max(5000);

/** Blocks that a reader added or removed, by the id of a text node in each. */
export const corrections = z.object({ keep: nodes, drop: nodes }).strict();
export type Corrections = z.infer<typeof corrections>;

const ruleSelectors = z.object({ keep: selectors.optional(), drop: selectors.optional() });

const name = z.string().min(1).max(100);

const requestOptions = {
  method: name.optional().describe('A name of /v1/methods. Default: the model of /v1/settings, or default'),
  model: name.optional().describe('The id of a trained model; sets the method'),
  format: z.enum(FORMATS).optional().describe('json (default), or plain text'),
  lean: z.number().min(-1).max(1).optional().describe('From -1 (less, more certain text) to 1 (more)'),
};

const switches = {
  comments: z.boolean().optional().describe('Readers’ comments at the end of the texts'),
  explain: z.boolean().optional().describe('Explain the decision for every block'),
  applySiteRules: z.boolean().optional().describe('Use rules learned for the site. Default: true'),
  applySiteMemory: z
    .boolean()
    .optional()
    .describe('Drop what other pages of the site repeat, if the server remembers them. Default: true'),
  render: z.boolean().optional().describe('Render the page in a browser first'),
  keepView: z.boolean().optional().describe('Keep the page and return the id of its view'),
};

/** Default request at /docs; needs no network. */
const EXAMPLE = {
  html: '<html lang="en"><title>High water</title><nav><a href="/">Home</a></nav><article><h1>High water</h1><p>The tide comes in twice a day, and twice a day the boats in the harbour are lifted from the mud.</p><p>Whoever wants to leave has to wait for it, and so the village lives by a table that hangs at the pier.</p></article></html>',
  url: 'https://example.org/high-water',
  outputs: ['text', 'markdown'],
};

export const extractRequest = z
  .object({
    html: z.string().optional().describe('The page'),
    bytes: z
      .string()
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'expected base64')
      .optional()
      .describe('The page’s bytes, base64'),
    charset: z.string().max(100).optional().describe('Encoding from the Content-Type header, for bytes'),
    url: z.string().max(8192).optional().describe('Where to fetch the page, or where it is from'),
    page: z.string().max(100).optional().describe('The id of a stored page'),
    view: z.string().max(100).optional().describe('The id of a view'),
    ...requestOptions,
    ...switches,
    explain: z
      .union([z.boolean(), z.literal('brief')])
      .optional()
      .describe('Explain the decision for every block; brief leaves out path and evidence'),
    include: include.optional(),
    markdown: markdown.optional(),
    rules: ruleSelectors.optional().describe('Selectors of elements to keep or drop'),
    corrections: corrections
      .optional()
      .describe('Blocks to add or remove, by their textFirst. Default: those stored for the view'),
    outputs: z.array(z.enum(OUTPUT_NAMES)).max(5).optional().describe('Texts to add to the JSON'),
  })
  .strict()
  .meta({ example: EXAMPLE, examples: [EXAMPLE] });
export type ExtractRequest = z.infer<typeof extractRequest>;

const flag = z.enum(['true', 'false', '1', '0', '']).transform(value => value !== 'false' && value !== '0');
const list = <T extends string>(names: readonly [T, ...T[]]) =>
  z
    .string()
    .max(200)
    .transform(value => value.split(',').filter(name => name !== ''))
    .pipe(z.array(z.enum(names)));

const settings = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .max(200)
    .transform(value => Object.fromEntries(value.split(',').map(setting => setting.split('=', 2))))
    .pipe(schema);

export const extractQuery = z
  .object({
    url: z.string().max(8192).optional(),
    charset: z.string().max(100).optional(),
    ...requestOptions,
    lean: z.coerce.number().min(-1).max(1).optional(),
    comments: flag.optional(),
    explain: flag.optional(),
    applySiteRules: flag.optional(),
    applySiteMemory: flag.optional(),
    render: flag.optional(),
    keepView: flag.optional(),
    include: list(PARTS)
      .transform(parts => Object.fromEntries(parts.map(part => [part, true])))
      .optional(),
    markdown: settings(markdown).optional(),
    outputs: list(OUTPUT_NAMES).optional(),
  })
  .strict();

const evidence = z.object({
  group: z.string(),
  weight: z.number(),
  facts: z.array(z.object({ fact: z.string(), weight: z.number() })),
});
export type Evidence = z.infer<typeof evidence>;

export const decision = z.object({
  kept: z.boolean(),
  stage: z.string(),
  reason: z.string(),
  summary: z.string().optional().describe('The decision and its main reasons in one sentence'),
  score: z.number(),
  text: z.string(),
  node: z.number().int().describe('The block’s element'),
  path: z.string(),
  start: z.number().int().describe('Offsets in the source'),
  end: z.number().int(),
  textFirst: z.number().int().describe('Range of the text nodes of the block'),
  textEnd: z.number().int(),
  cut: z.number().optional().describe('Probability threshold of the page'),
  evidence: z.array(evidence),
  account: z
    .object({
      base: z.number(),
      rest: z.number(),
      corrected: z.number(),
      records: z.number(),
      score: z.number(),
      cut: z.number(),
    })
    .optional()
    .describe('Log-odds: base, evidence, rest, corrected and records add up to score'),
});
export type Decision = z.infer<typeof decision>;

const factDecision = z.object({
  fact: z.string(),
  value: z.union([z.string(), z.array(z.string())]).optional(),
  source: z.string().optional(),
  confidence: z.number().optional().describe('Probability that the value is right'),
  candidates: z.array(
    z.object({
      value: z.string(),
      places: z.array(z.string()).describe('Sources of the value'),
      blocks: z.array(z.number().int()).describe('Indexes in decisions of the blocks that show it'),
      score: z.number().optional().describe('Score of the ranker'),
      chosen: z.boolean(),
    }),
  ),
});
export type FactDecision = z.infer<typeof factDecision>;

const nodeLabel = z.object({
  node: z.number().int(),
  label: z.string(),
  probability: z.number().optional(),
});
export type NodeLabel = z.infer<typeof nodeLabel>;

export const post = z.looseObject({
  author: z.string().optional(),
  published: z.string().optional(),
  depth: z.number().int(),
  parent: z.number().int().optional().describe('Index of the post that it replies to'),
  number: z.number().optional(),
  url: z.string().optional(),
  votes: z.number().optional(),
  accepted: z.boolean().optional(),
  text: z.string(),
});

/** Fields whose schema is more specific than their kind. */
const STRUCTURES = {
  type: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  types: z.record(z.string(), z.number()),
  sources: z.record(z.string(), z.string()),
  product: z.looseObject({
    price: z.string().optional(),
    currency: z.string().optional(),
    description: z.string().optional(),
    specification: z.array(z.tuple([z.string(), z.string()])),
  }),
  content: z.array(z.unknown()).describe('The content tree'),
  comments: z.array(post),
  posts: z.array(post),
  items: z.array(
    z.looseObject({
      title: z.string(),
      url: z.string().optional(),
      summary: z.string().optional(),
      image: z.string().optional(),
      published: z.string().optional(),
      price: z.string().optional(),
    }),
  ),
} as const satisfies Record<Exclude<NamesOfKind<'json'>, 'facts'> | 'type' | 'direction', z.ZodType>;
type Structures = typeof STRUCTURES;

const KINDS: Partial<Record<FieldKind, z.ZodType>> = {
  strings: z.array(z.string()),
  boolean: z.boolean(),
  double: z.number(),
};

/** Methods other than the default fill only some fields, but always text and authors. */
type ArticleShape = {
  [N in Exclude<(typeof JSON_FIELDS)[number], 'text' | 'authors'>]: z.ZodOptional<
    N extends keyof Structures ? Structures[N] : z.ZodType<NonNullable<ArticleFields[N]>>
  >;
} & { readonly text: z.ZodString; readonly authors: z.ZodArray<z.ZodString> };

export const article = z.looseObject(
  Object.fromEntries(
    JSON_FIELDS.map(name => {
      const { kind } = FIELDS[name];
      const schema = name in STRUCTURES ? STRUCTURES[name as keyof Structures] : (KINDS[kind] ?? z.string());
      return [name, name === 'text' || name === 'authors' ? schema : schema.optional()];
    }),
  ) as unknown as ArticleShape,
);
export type ExtractedArticle = z.infer<typeof article>;

export const extractResult = z.object({
  method: z.string(),
  model: z.string().optional(),
  modelName: z.string().optional().describe('Name of the model'),
  ms: z.number().describe('Duration of the extraction in milliseconds'),
  bytes: z.number().int().describe('Bytes of the page'),
  article,
  outputs: z.partialRecord(z.enum(OUTPUT_NAMES), z.string()).optional(),
  decisions: z.array(decision).optional(),
  notes: z
    .array(z.string())
    .optional()
    .describe('With explain: facts about the page from a method other than the default'),
  page: evidence.optional().describe('The evidence that is the same for all blocks, unless brief'),
  facts: z
    .array(factDecision)
    .optional()
    .describe('Title, authors and dates with their candidates, unless brief'),
  labels: z.array(nodeLabel).optional(),
  siteRules: z
    .object({ site: z.string(), rules: ruleSelectors })
    .optional()
    .describe('The rules that were applied'),
  siteMemory: z
    .object({ site: z.string(), pages: z.number().int() })
    .optional()
    .describe('The memory that was used, with its number of pages'),
  corrections: corrections.optional().describe('Corrections that were applied'),
  view: z.string().optional(),
});
export type ExtractResult = z.infer<typeof extractResult>;

export const methodInfo = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(['method', 'baseline', 'rival']),
  trainable: z.boolean(),
  labels: z.array(z.string()).optional().describe('Labels that it assigns to nodes'),
});
export type MethodInfo = z.infer<typeof methodInfo>;

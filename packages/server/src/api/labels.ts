import { z } from 'zod';

const MAX_CHARACTERS = 64;

const MAX_OPERATIONS = 5000;

const node = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .describe('Id of a node of the page tree');
const offset = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const scope = z.enum(['node', 'subtree']).describe('On the node alone, or on all that is inside it too');
const labelName = z.string().trim().min(1).max(MAX_CHARACTERS);

export const annotatorName = z
  .string()
  .regex(/^[\w.@-]{1,64}$/, 'expected 1 to 64 letters, digits or . _ @ -');

export const pageLabel = z.object({
  node,
  label: z.string(),
  scope,
  start: offset.optional().describe('First character, where the label is on a part of a text node'),
  end: offset.optional().describe('One past the last character'),
});
export type PageLabel = z.infer<typeof pageLabel>;

/** Sets the label of a place, or removes it with null. */
const labelOperation = z
  .object({
    id: z.uuid().describe('Chosen by the caller: an operation that comes twice counts once'),
    node,
    label: labelName.nullable(),
    scope: scope.optional().describe('node where absent'),
    start: offset.optional(),
    end: offset.optional(),
  })
  .strict()
  .refine(
    ({ start, end }) => (start === undefined) === (end === undefined),
    'expected start and end, or neither',
  )
  .refine(({ start = 0, end = 1 }) => start < end, 'expected start to be below end');

export const labelSave = z
  .object({
    operations: z.array(labelOperation).max(MAX_OPERATIONS),
    done: z.boolean().optional().describe('Whether the page is finished; as it was where absent'),
  })
  .strict();
export type LabelSave = z.infer<typeof labelSave>;

export const savedLabels = z.object({
  revision: z.number().int().describe('Rises with every save that changes anything'),
  count: z.number().int().describe('How many labels stand'),
  done: z.boolean(),
});
export type SavedLabels = z.infer<typeof savedLabels>;

export const pageLabels = z.object({
  page: z.string(),
  digest: z.string().describe('SHA-256 of the page’s bytes: node ids mean nothing on others'),
  annotator: z.string(),
  revision: z.number().int(),
  done: z.boolean(),
  labels: z.array(pageLabel),
});
export type PageLabels = z.infer<typeof pageLabels>;

export const annotatorState = z.object({
  annotator: z.string(),
  count: z.number().int(),
  done: z.boolean(),
  revision: z.number().int(),
  updated: z.string(),
});

export const labelSet = z.object({
  name: z.string(),
  title: z.string(),
  rest: z.string().optional().describe('What leaves without a label are on a page that is finished'),
  onElements: z.boolean().optional().describe('Whether labels judge elements rather than the text in them'),
  labels: z.array(
    z.object({
      name: z.string(),
      key: z.string().optional().describe('One or two keys to press'),
      title: z.string(),
      description: z.string(),
      colour: z.string().describe('#rrggbb, for light and dark'),
    }),
  ),
});
export type LabelSet = z.infer<typeof labelSet>;

export const suggestions = z.object({
  page: z.string(),
  labelSet: z.string(),
  method: z.string(),
  model: z.string().optional(),
  labels: z.array(z.object({ node, label: z.string(), probability: z.number().optional() })),
});
export type Suggestions = z.infer<typeof suggestions>;

const score = z.number().nullable();

export const agreement = z.object({
  one: z.string(),
  other: z.string(),
  pages: z.number().int().describe('Pages that both have labelled'),
  nodes: z.number().int().describe('Nodes that both have labelled'),
  agreed: z.number().int().describe('Nodes that both have given the same label'),
  kappa: score.describe('Cohen’s κ over these nodes; null where there are none'),
  scaledCosine: score.describe(
    'Mean over pages of the scaled cosine of the two main contents; null without any',
  ),
  byLabel: z.array(
    z.object({
      label: z.string(),
      one: z.number().int().describe('Nodes that the one gave it, of those both have labelled'),
      other: z.number().int(),
      both: z.number().int(),
      kappa: score.describe('κ of this label against all others'),
      scaledCosine: score,
    }),
  ),
  differing: z
    .number()
    .int()
    .describe('Nodes on which they differ, those that only one has labelled included'),
  disagreements: z
    .array(
      z.object({
        page: z.string(),
        node: z.number().int(),
        one: z.string().nullable(),
        other: z.string().nullable(),
      }),
    )
    .describe('The first of them'),
});
export type Agreement = z.infer<typeof agreement>;

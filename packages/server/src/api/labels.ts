import { z } from 'zod';

const MAX_OPERATIONS = 5000;

const count = z.number().int();
const offset = z.int32().min(0);
const node = offset.describe('Id of a node of the page tree');
const scope = z.enum(['node', 'subtree']).describe('The node alone, or its whole subtree');
const labelName = z.string().trim().min(1).max(64);

export const annotatorName = z
  .string()
  .regex(/^[\w.@-]{1,64}$/, 'expected 1 to 64 letters, digits or . _ @ -');

export const pageLabel = z.object({
  node,
  label: z.string(),
  scope,
  start: offset.optional().describe('First character, if the label is on a part of a text node'),
  end: offset.optional().describe('One past the last character'),
});
export type PageLabel = z.infer<typeof pageLabel>;

const labelOperation = z
  .object({
    id: z.uuid().describe('Chosen by the caller; a repeated operation is applied once'),
    node,
    label: labelName.nullable(),
    scope: scope.optional().describe('Default: node'),
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
    done: z.boolean().optional().describe('True if the page is finished; unchanged if absent'),
  })
  .strict();
export type LabelSave = z.infer<typeof labelSave>;

export const savedLabels = z.object({
  revision: count.describe('Incremented by every save that changes anything'),
  count: count.describe('Number of current labels'),
  done: z.boolean(),
});
export type SavedLabels = z.infer<typeof savedLabels>;

export const pageLabels = z.object({
  page: z.string(),
  digest: z.string().describe('SHA-256 of the bytes that the node ids refer to'),
  annotator: z.string(),
  revision: count,
  done: z.boolean(),
  labels: z.array(pageLabel),
});
export type PageLabels = z.infer<typeof pageLabels>;

export const annotatorState = z.object({
  annotator: z.string(),
  count,
  done: z.boolean(),
  revision: count,
  updated: z.string(),
});

export const labelSet = z.object({
  name: z.string(),
  title: z.string(),
  rest: z.string().optional().describe('Label of unlabelled leaves on finished pages'),
  onElements: z.boolean().optional().describe('True if labels apply to elements, not their text'),
  labels: z.array(
    z.object({
      name: z.string(),
      key: z.string().describe('Keyboard shortcut, one or two keys'),
      title: z.string(),
      description: z.string(),
      colour: z.string().describe('#rrggbb'),
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
const disagreement = z.object({
  page: z.string(),
  node: count,
  one: z.string().nullable(),
  other: z.string().nullable(),
});

export const agreement = z.object({
  one: z.string(),
  other: z.string(),
  pages: count.describe('Pages labelled by both'),
  nodes: count.describe('Nodes labelled by both'),
  agreed: count.describe('Nodes with the same label'),
  kappa: score.describe('Cohen’s κ; null if no node is labelled by both'),
  scaledCosine: score.describe('Mean scaled cosine of the main contents; null if there are none'),
  byLabel: z.array(
    z.object({
      label: z.string(),
      one: count.describe('Nodes with this label, of those labelled by both'),
      other: count,
      both: count,
      kappa: score.describe('κ of this label against all others'),
      scaledCosine: score,
    }),
  ),
  differing: count.describe('Nodes with different labels, or labelled by one only'),
  disagreements: z.array(disagreement).describe('The first of these nodes'),
});
export type Agreement = z.infer<typeof agreement>;

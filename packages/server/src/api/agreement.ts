import { z } from 'zod';

const score = z.number().nullable();

/** How well two annotators agree on a corpus. */
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

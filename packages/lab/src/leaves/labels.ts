/** The thirty labels of table 2, in its order. What each means: docs/reference/labels.md. */
export const LEAF_LABELS = [
  'advertisement',
  'author',
  'author-date',
  'caption',
  'category',
  'comments',
  'contact',
  'contributor',
  'copyright',
  'current page',
  'date',
  'e-mail article',
  'heading',
  'introduction',
  'media credit',
  'multimedia',
  'next page',
  'none',
  'paragraph',
  'print page',
  'publisher',
  'RSS feed',
  'recommendation',
  'related article',
  'single page',
  'social bookmark',
  'subtitle',
  'tags',
  'title',
  'topics',
] as const;

/** What a visible leaf is to the page. */
export type LeafLabel = (typeof LEAF_LABELS)[number];

const numbers = new Map<string, number>(LEAF_LABELS.map((label, i) => [label, i]));

/** Number of a label in the table, or -1 for a name that is none of the thirty. */
export function labelNumber(label: string): number {
  return numbers.get(label) ?? -1;
}

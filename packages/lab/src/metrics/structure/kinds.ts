/** Kinds of Markdown elements, in the order of tables. */
export const STRUCTURE_KINDS = [
  'text',
  'headings',
  'heading text',
  'list items',
  'links',
  'link addresses',
  'images',
  'code blocks',
  'code languages',
  'inline code',
  'tables',
  'quotes',
  'callouts',
  'formulas',
  'footnotes',
  'footnote references',
  'bold',
  'italics',
] as const;

export type StructureKind = (typeof STRUCTURE_KINDS)[number];

/**
 * The content of an article as plain JSON objects, from which all outputs are written. URLs are absolute if the
 * page's URL is known. `supplement` marks parts that are left out of the plain text; on figures and tables, the
 * caption, on callouts the title.
 */
export type ContentNode =
  | Paragraph
  | Heading
  | List
  | Quote
  | Callout
  | CodeBlock
  | Table
  | Figure
  | Image
  | Video
  | Audio
  | Embed
  | MathFormula
  | Definitions
  | Details
  | Footnotes
  | Rule;

export type Inline =
  | Text
  | Link
  | InlineCode
  | Abbreviation
  | Formatted<'emphasis'>
  | Formatted<'strong'>
  | Formatted<'deleted'>
  | Formatted<'inserted'>
  | Formatted<'mark'>
  | Formatted<'sub'>
  | Formatted<'sup'>
  | Formatted<'quotation'>
  | Formatted<'ruby'>
  | Formatted<'rt'>
  | Formatted<'rp'>
  | { type: 'break' }
  | Image
  | MathFormula
  | FootnoteReference;

/**
 * Text in an inline element. `quotation` is `<q>`, whose quotation marks browsers add; `ruby` a base text with its
 * pronunciation in `rt`, and `rp` a parenthesis for programs without ruby.
 */
export interface Formatted<T extends string> {
  type: T;
  children: Inline[];
}

/** Id of the source node in the page tree. Absent if the content has no single source element. */
interface Traced {
  node?: number | undefined;
}

export interface Paragraph extends Traced {
  type: 'paragraph';
  children: Inline[];
  supplement?: boolean | undefined;
}

export interface Heading extends Traced {
  type: 'heading';
  level: 1 | 2 | 3 | 4 | 5 | 6;
  /** The page's own anchor. */
  id?: string | undefined;
  children: Inline[];
  supplement?: boolean | undefined;
}

export interface List extends Traced {
  type: 'list';
  ordered: boolean;
  /** First number of an ordered list, if it is not 1. */
  start?: number | undefined;
  items: ListItem[];
}

export interface ListItem extends Traced {
  checked?: boolean | undefined;
  children: ContentNode[];
}

export interface Quote extends Traced {
  type: 'quote';
  cite?: string | undefined;
  children: ContentNode[];
}

/** A note, tip or warning in a box of its own. */
export interface Callout extends Traced {
  type: 'callout';
  /** `note`, `tip`, `warning`, … */
  kind: string;
  /** The title as on the page; often the same word as the kind. */
  title?: Inline[] | undefined;
  children: ContentNode[];
  supplement?: boolean | undefined;
}

export interface CodeBlock extends Traced {
  type: 'code';
  /** Name of the programming language as on the page, in lower case. */
  language?: string | undefined;
  /** White space as on the page; no trailing line break. */
  text: string;
  supplement?: boolean | undefined;
}

export interface Table extends Traced {
  type: 'table';
  caption?: Inline[] | undefined;
  supplement?: boolean | undefined;
  rows: TableRow[];
}

export interface TableRow {
  cells: TableCell[];
}

export interface TableCell {
  header: boolean;
  /** From 1 to MAX_SPAN. */
  colspan: number;
  rowspan: number;
  children: ContentNode[];
}

/** The HTML standard's limit for `colspan`, applied to `rowspan` too. */
export const MAX_SPAN = 1000;

export interface Figure extends Traced {
  type: 'figure';
  /** Mostly images; also video, code, tables, quotes. Empty if only the caption was kept. */
  media: ContentNode[];
  caption?: Inline[] | undefined;
  /** True if the caption is above the media. */
  captionFirst?: boolean | undefined;
  supplement?: boolean | undefined;
}

export interface Image extends Traced {
  type: 'image';
  src: string;
  alt?: string | undefined;
  title?: string | undefined;
  /** The link around an image that is a block of its own. */
  href?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

export interface Video extends Traced {
  type: 'video';
  src: string;
  poster?: string | undefined;
  title?: string | undefined;
}

export interface Audio extends Traced {
  type: 'audio';
  src: string;
  title?: string | undefined;
}

export interface Embed extends Traced {
  type: 'embed';
  src: string;
  /** `YouTube`, `Vimeo`, `X`, … */
  provider: string;
  title?: string | undefined;
}

export interface MathFormula extends Traced {
  type: 'math';
  /** The page's own LaTeX, or else converted from its MathML. */
  latex?: string | undefined;
  mathml?: MathElement | undefined;
  /** Plain text: the page's own LaTeX, or else the characters of the MathML or of the rendering. */
  text: string;
  display: boolean;
}

/** An element of MathML; outputs validate names and attributes again. */
export interface MathElement {
  name: string;
  attributes?: Record<string, string> | undefined;
  children: (MathElement | string)[];
}

export interface Definitions extends Traced {
  type: 'definitions';
  items: DefinitionItem[];
}

/** One or more terms with their descriptions; either may be missing. */
export interface DefinitionItem {
  terms: Inline[][];
  descriptions: ContentNode[][];
}

export interface Details extends Traced {
  type: 'details';
  summary: Inline[];
  children: ContentNode[];
}

export interface Footnotes extends Traced {
  type: 'footnotes';
  items: Footnote[];
}

export interface Footnote extends Traced {
  /** The page's own anchor of the note or a generated id, see `FootnoteReference.note`. */
  id: string;
  /** The visible mark: `1`, `a`, `*`. */
  label: string;
  references: string[];
  children: ContentNode[];
}

export interface Rule extends Traced {
  type: 'rule';
}

export interface Text {
  type: 'text';
  text: string;
}

export interface Link {
  type: 'link';
  href: string;
  title?: string | undefined;
  children: Inline[];
}

export interface InlineCode {
  type: 'code';
  text: string;
  /** For keys to press and output of a program. */
  element?: 'kbd' | 'samp' | undefined;
}

export interface Abbreviation {
  type: 'abbr';
  title: string;
  children: Inline[];
}

export interface FootnoteReference {
  type: 'footnoteReference';
  /** The page's own anchor of this reference or a generated id, see `Footnote.references`. */
  id: string;
  note: string;
  label: string;
  /** As shown on the page: `[1]`. */
  text: string;
}

export type InlineParent = Extract<Inline, { children: Inline[] }>;

/** The plain text of a line; breaks become `lineBreak`. */
export function inlineText(inlines: readonly Inline[], lineBreak = '\n'): string {
  let text = '';
  for (const inline of inlines) {
    if ('text' in inline) text += inline.text;
    else if (inline.type === 'break') text += lineBreak;
    else if (inline.type === 'quotation') text += `“${inlineText(inline.children, lineBreak)}”`;
    else if (inline.type !== 'image') text += inlineText(inline.children, lineBreak);
  }
  return text;
}

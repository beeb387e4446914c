/**
 * The content tree: what an article holds, as plain JSON objects told apart by `type`. Every output is written from
 * it. URLs in it are absolute when the page's address is known, and never `javascript:`, `vbscript:` or `data:`.
 */
export type ContentNode =
  | Paragraph
  | Heading
  | List
  | Quote
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

/** What stands in a line of text. */
export type Inline =
  | Text
  | Link
  | Emphasis
  | Strong
  | InlineCode
  | Deleted
  | Inserted
  | Mark
  | Subscript
  | Superscript
  | Quotation
  | Break
  | Image
  | MathFormula
  | FootnoteReference;

/** Where a node comes from: its id in the page tree. Absent on nodes that no single element stands for. */
interface Traced {
  node?: number;
}

export interface Paragraph extends Traced {
  type: 'paragraph';
  children: Inline[];
}

export interface Heading extends Traced {
  type: 'heading';
  level: 1 | 2 | 3 | 4 | 5 | 6;
  /** The page's own anchor for it. */
  id?: string;
  children: Inline[];
}

export interface List extends Traced {
  type: 'list';
  ordered: boolean;
  /** First number of an ordered list, where it is not 1. */
  start?: number;
  items: ListItem[];
}

export interface ListItem extends Traced {
  /** Set on the items of a task list. */
  checked?: boolean;
  children: ContentNode[];
}

export interface Quote extends Traced {
  type: 'quote';
  /** Address of the source. */
  cite?: string;
  children: ContentNode[];
}

export interface CodeBlock extends Traced {
  type: 'code';
  /** Name of the programming language as the page writes it, in lower case. */
  language?: string;
  /** White space as in the page; no line break at the end. */
  text: string;
}

export interface Table extends Traced {
  type: 'table';
  caption?: Inline[];
  rows: TableRow[];
}

export interface TableRow {
  cells: TableCell[];
}

export interface TableCell {
  header: boolean;
  /** At least 1, at most MAX_SPAN. */
  colspan: number;
  rowspan: number;
  children: ContentNode[];
}

/** The HTML standard's own limit for `colspan`; rows are held to the same. */
export const MAX_SPAN = 1000;

export interface Figure extends Traced {
  type: 'figure';
  /** Mostly images; also video, code, tables, quotes. Empty when only the caption was kept. */
  media: ContentNode[];
  caption?: Inline[];
  /** Set when the caption stands above. */
  captionFirst?: boolean;
}

export interface Image extends Traced {
  type: 'image';
  src: string;
  alt?: string;
  title?: string;
  width?: number;
  height?: number;
}

export interface Video extends Traced {
  type: 'video';
  src: string;
  poster?: string;
  title?: string;
}

export interface Audio extends Traced {
  type: 'audio';
  src: string;
  title?: string;
}

/** Another site's player, post or map. */
export interface Embed extends Traced {
  type: 'embed';
  src: string;
  /** `YouTube`, `Vimeo`, `X`, … */
  provider: string;
  title?: string;
}

/** A formula, in a line or on its own. */
export interface MathFormula extends Traced {
  type: 'math';
  /** LaTeX, where the page holds it. */
  latex?: string;
  mathml?: MathElement;
  /** The formula as plain characters: LaTeX, or else the text of the MathML or of the rendering. */
  text: string;
  /** On a line of its own. */
  display: boolean;
}

/** An element of MathML; names and attributes are checked again by each output. */
export interface MathElement {
  name: string;
  attributes?: Record<string, string>;
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

/** Content that the page folds away under a summary. */
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
  /** The page's own anchor of the note; `FootnoteReference.note` names it. */
  id: string;
  /** What the text calls it: `1`, `a`, `*`. */
  label: string;
  /** Ids of the references that lead here. */
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
  title?: string;
  children: Inline[];
}

export interface Emphasis {
  type: 'emphasis';
  children: Inline[];
}

export interface Strong {
  type: 'strong';
  children: Inline[];
}

export interface InlineCode {
  type: 'code';
  text: string;
}

export interface Deleted {
  type: 'deleted';
  children: Inline[];
}

export interface Inserted {
  type: 'inserted';
  children: Inline[];
}

export interface Mark {
  type: 'mark';
  children: Inline[];
}

export interface Subscript {
  type: 'sub';
  children: Inline[];
}

export interface Superscript {
  type: 'sup';
  children: Inline[];
}

/** `<q>`: the browser sets the quotation marks. */
export interface Quotation {
  type: 'quotation';
  children: Inline[];
}

export interface Break {
  type: 'break';
}

export interface FootnoteReference {
  type: 'footnoteReference';
  /** The page's own anchor of this reference; `Footnote.references` lists it. */
  id: string;
  /** `Footnote.id` of the note. */
  note: string;
  label: string;
  /** As the page shows it: `[1]`. */
  text: string;
}

/** Inlines that hold other inlines. */
export type InlineParent = Extract<Inline, { children: Inline[] }>;

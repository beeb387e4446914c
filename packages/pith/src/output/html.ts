import { type AddressUse, safeAddress } from '../content/addresses.js';
import type {
  ContentNode,
  Footnote,
  Inline,
  MathElement,
  MathFormula,
  Table,
  TableCell,
} from '../content/content.js';
import { MATH_ATTRIBUTES, MATH_ELEMENTS } from '../content/math-element.js';
import {
  type ArticleLike,
  type BlockWriters,
  calloutName,
  footnoteNumbers,
  type InlineWriters,
  type OutputOptions,
  wholeContent,
} from './article-like.js';
import { element, escapeText } from './html-elements.js';

/** Sanitised HTML: only allowed elements and attributes, all text escaped. */
export function htmlFromArticle(article: ArticleLike, options: OutputOptions = {}): string {
  const blocks = wholeContent(article, options);
  const writer = new HtmlWriter(blocks, article.url);
  if (article.direction !== 'rtl') return writer.blocks(blocks, '\n');
  return blocks
    .map(block => rightToLeft(writer.blocks([block])))
    .filter(Boolean)
    .join('\n');
}

/** Sets the direction of a block; code reads from left to right in every language. */
function rightToLeft(html: string): string {
  return html.replace(
    /^<(p|h[1-6]|ul|ol|blockquote|table|figure|dl|details|section|aside)(?=[ >])/,
    '<$1 dir="rtl"',
  );
}

export function htmlOf(blocks: readonly ContentNode[]): string {
  return new HtmlWriter(blocks).blocks(blocks, '\n');
}

export function inlineHtml(inlines: readonly Inline[]): string {
  return new HtmlWriter([]).inlines(inlines);
}

class HtmlWriter {
  private readonly references = new Map<number, number>();
  private readonly notes: ReadonlyMap<string, number>;
  private readonly anchors: ReadonlySet<string>;
  private readonly page: string | undefined;

  constructor(blocks: readonly ContentNode[], url?: string) {
    this.notes = footnoteNumbers(blocks);
    this.anchors = new Set(blocks.flatMap(block => (block.type === 'heading' && block.id ? [block.id] : [])));
    this.page = url?.split('#', 1)[0];
  }

  /** Makes a link to a heading of the same page relative. */
  address(href: string): string {
    const hash = href.indexOf('#');
    if (hash < 0 || href.slice(0, hash) !== this.page) return href;
    return this.anchors.has(decoded(href.slice(hash + 1))) ? href.slice(hash) : href;
  }

  blocks(blocks: readonly ContentNode[], separator = ''): string {
    return blocks
      .map(block => (BLOCKS[block.type] as (writer: HtmlWriter, block: ContentNode) => string)(this, block))
      .filter(Boolean)
      .join(separator);
  }

  inlines(inlines: readonly Inline[]): string {
    let html = '';
    for (const inline of inlines)
      html += (INLINES[inline.type] as (writer: HtmlWriter, inline: Inline) => string)(this, inline);
    return html;
  }

  /** In an item, cell or description, a paragraph needs no `<p>` if it is alone or only a list follows. */
  flow(blocks: readonly ContentNode[]): string {
    const [first, second] = blocks;
    const bare =
      first?.type === 'paragraph' &&
      (second === undefined || (second.type === 'list' && blocks.length === 2));
    return bare ? this.inlines(first.children) + this.blocks(blocks.slice(1)) : this.blocks(blocks);
  }

  reference(note: string, text: string): string {
    const number = this.notes.get(note);
    if (number === undefined) return escapeText(text);
    const count = (this.references.get(number) ?? 0) + 1;
    this.references.set(number, count);
    const id = count === 1 ? `fnref-${number}` : `fnref-${number}-${count}`;
    const link = element('a', { href: `#fn-${number}`, id, 'data-footnote-ref': '' }, String(number));
    return element('sup', {}, link);
  }

  footnote(note: Footnote): string {
    const number = this.notes.get(note.id);
    const back = element('a', { href: `#fnref-${number}`, 'data-footnote-backref': '' }, '↩');
    const isReferred = number !== undefined && note.references.length > 0;
    return element('li', { id: `fn-${number}` }, this.flow(note.children) + (isReferred ? ` ${back}` : ''));
  }
}

const BLOCKS: BlockWriters<HtmlWriter> = {
  paragraph: (writer, block) => element('p', {}, writer.inlines(block.children)),
  heading: (writer, block) =>
    element(HEADINGS[block.level - 1] ?? 'h6', { id: anchorId(block.id) }, writer.inlines(block.children)),
  list: (writer, { ordered, start, items }) => {
    const inner = items
      .map(item => element('li', {}, taskMark(item.checked) + writer.flow(item.children)))
      .join('');
    return ordered ? element('ol', { start }, inner) : element('ul', {}, inner);
  },
  quote: (writer, block) => element('blockquote', { cite: block.cite }, writer.blocks(block.children)),
  callout: (writer, block) => {
    const title =
      block.title === undefined ? '' : element('p', {}, element('strong', {}, writer.inlines(block.title)));
    const attributes = { role: 'note', 'data-callout': calloutName(block.kind) };
    return element('aside', attributes, title + writer.blocks(block.children));
  },
  code: (_, block) => {
    const language = block.language === undefined ? undefined : `language-${block.language}`;
    // Parsers drop the first line break in <pre>.
    const text = block.text.startsWith('\n') ? `\n${block.text}` : block.text;
    return element('pre', {}, element('code', { class: language }, escapeText(text)));
  },
  table: (writer, block) => tableHtml(writer, block),
  figure: (writer, block) => {
    const caption =
      block.caption === undefined ? '' : element('figcaption', {}, writer.inlines(block.caption));
    const media = writer.blocks(block.media);
    return element('figure', {}, block.captionFirst ? caption + media : media + caption);
  },
  image: (writer, block) => INLINES.image(writer, block),
  video: (_, block) =>
    isSafe(block.src, 'media')
      ? element('video', { src: block.src, poster: block.poster, title: block.title, controls: '' }, '')
      : '',
  audio: (_, block) =>
    isSafe(block.src, 'media')
      ? element('audio', { src: block.src, title: block.title, controls: '' }, '')
      : '',
  embed: (_, block) =>
    isSafe(block.src, 'media')
      ? element('p', {}, element('a', { href: block.src }, escapeText(block.title ?? block.src)))
      : '',
  math: (_, block) => element('p', {}, mathHtml(block)),
  definitions: (writer, block) => {
    const items = block.items.flatMap(item => [
      ...item.terms.map(term => element('dt', {}, writer.inlines(term))),
      ...item.descriptions.map(blocks => element('dd', {}, writer.flow(blocks))),
    ]);
    return element('dl', {}, items.join(''));
  },
  details: (writer, block) => {
    const summary = element('summary', {}, writer.inlines(block.summary));
    return element('details', {}, summary + writer.blocks(block.children));
  },
  footnotes: (writer, block) => {
    const notes = block.items.map(note => writer.footnote(note)).join('');
    return element('section', { class: 'footnotes', 'data-footnotes': '' }, element('ol', {}, notes));
  },
  rule: () => element('hr', {}),
};

function isSafe(address: string, use: AddressUse): boolean {
  return safeAddress(address, use) !== undefined;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** A heading's id; undefined if it is too long, has unsafe characters, or could collide with the ids of footnotes. */
function anchorId(id: string | undefined): string | undefined {
  return id !== undefined && /^(?!fn(?:ref)?-)[^\s<>"'&]{1,128}$/.test(id) ? id : undefined;
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

type Simple = 'em' | 'strong' | 'del' | 'ins' | 'mark' | 'sub' | 'sup' | 'q' | 'ruby' | 'rt' | 'rp';

function inElement(name: Simple) {
  return (writer: HtmlWriter, { children }: { readonly children: Inline[] }) =>
    element(name, {}, writer.inlines(children));
}

const INLINES: InlineWriters<HtmlWriter> = {
  text: (_, inline) => escapeText(inline.text),
  link: (writer, inline) => {
    const html = writer.inlines(inline.children);
    return isSafe(inline.href, 'link')
      ? element('a', { href: writer.address(inline.href), title: inline.title }, html)
      : html;
  },
  emphasis: inElement('em'),
  strong: inElement('strong'),
  code: (_, { element: name, text }) =>
    element(name === 'kbd' || name === 'samp' ? name : 'code', {}, escapeText(text)),
  deleted: inElement('del'),
  inserted: inElement('ins'),
  mark: inElement('mark'),
  sub: inElement('sub'),
  sup: inElement('sup'),
  quotation: inElement('q'),
  abbr: (writer, inline) => element('abbr', { title: inline.title }, writer.inlines(inline.children)),
  ruby: inElement('ruby'),
  rt: inElement('rt'),
  rp: inElement('rp'),
  break: () => element('br', {}),
  image: (_, inline) => {
    if (!isSafe(inline.src, 'media')) return '';
    const { src, alt = '', title, href, width, height } = inline;
    const image = element('img', { src, alt, title, width, height });
    return href === undefined || !isSafe(href, 'link') ? image : element('a', { href }, image);
  },
  math: (_, inline) => mathHtml(inline),
  footnoteReference: (writer, inline) => writer.reference(inline.note, inline.text),
};

function taskMark(checked: boolean | undefined): string {
  if (checked === undefined) return '';
  const box = { type: 'checkbox', disabled: '', checked: checked ? '' : undefined };
  return `${element('input', box)} `;
}

function tableHtml(writer: HtmlWriter, table: Table): string {
  const firstBodyRow = table.rows.findIndex(row => row.cells.some(cell => !cell.header));
  const heads = firstBodyRow < 0 ? table.rows.length : firstBodyRow;
  const rows = table.rows.map(row =>
    element('tr', {}, row.cells.map(cell => cellHtml(writer, cell)).join('')),
  );
  const caption = table.caption === undefined ? '' : element('caption', {}, writer.inlines(table.caption));
  const head = heads === 0 ? '' : element('thead', {}, rows.slice(0, heads).join(''));
  const body = heads === rows.length ? '' : element('tbody', {}, rows.slice(heads).join(''));
  return element('table', {}, caption + head + body);
}

function cellHtml(writer: HtmlWriter, cell: TableCell): string {
  const attributes = {
    colspan: cell.colspan > 1 ? cell.colspan : undefined,
    rowspan: cell.rowspan > 1 ? cell.rowspan : undefined,
  };
  return element(cell.header ? 'th' : 'td', attributes, writer.flow(cell.children));
}

function mathHtml(formula: MathFormula): string {
  if (formula.mathml !== undefined) return mathElementHtml(formula.mathml, formula.display, formula.latex);
  return element('code', { class: 'language-math' }, escapeText(formula.latex ?? formula.text));
}

function mathElementHtml(math: MathElement, display = false, latex?: string): string {
  const shown = math.children
    .map(child => (typeof child === 'string' ? escapeText(child) : mathElementHtml(child)))
    .join('');
  if (!MATH_ELEMENTS.has(math.name)) return shown;
  const inner = latex === undefined || shown === '' ? shown : annotated(shown, latex);
  const attributes = Object.entries(math.attributes ?? {}).filter(([name]) => MATH_ATTRIBUTES.has(name));
  const own = attributes.filter(([name]) => name !== 'display');
  if (display) own.push(['display', 'block']);
  const written = own.map(([name, value]) => ` ${name}="${escapeText(value)}"`).join('');
  return `<${math.name}${written}>${inner}</${math.name}>`;
}

function annotated(shown: string, latex: string): string {
  const annotation = `<annotation encoding="application/x-tex">${escapeText(latex)}</annotation>`;
  return `<semantics><mrow>${shown}</mrow>${annotation}</semantics>`;
}

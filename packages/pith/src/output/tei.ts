import { type AddressUse, safeAddress } from '../content/addresses.js';
import type { ContentNode, Heading, Inline, MathFormula, TableCell } from '../content/content.js';
import {
  type ArticleLike,
  type BlockWriters,
  backContent,
  calloutName,
  footnoteNumbers,
  type InlineWriters,
  mainContent,
  type OutputOptions,
} from './article-like.js';

/** TEI P5. Title and byline are always in the header; headings open nested divisions. */
export function teiFromArticle(article: ArticleLike, options: OutputOptions = {}): string {
  const main = mainContent(article, options);
  const comments = backContent(article, options);
  const writer = new TeiWriter(footnoteNumbers([...main, ...comments]));
  const title = options.title && article.title ? xml('head', {}, escapeXml(article.title)) : '';
  const body = writer.divisions(main);
  const back =
    comments.length === 0 ? '' : xml('back', {}, xml('div', { type: 'comments' }, writer.blocks(comments)));
  const text = xml('text', { 'xml:lang': article.language }, xml('body', {}, title + body || '<p/>') + back);
  const root = xml('TEI', { xmlns: 'http://www.tei-c.org/ns/1.0' }, `\n${teiHeader(article)}\n${text}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

class TeiWriter {
  constructor(readonly notes: ReadonlyMap<string, number>) {}

  divisions(blocks: readonly ContentNode[]): string {
    const open: number[] = [];
    let written = '';
    for (const block of blocks) {
      if (block.type !== 'heading') {
        written += this.blocks([block]);
        continue;
      }
      while (open.length > 0 && open.at(-1)! >= block.level) written += closeDivision(open);
      open.push(block.level);
      written += `<div>${xml('head', { rend: `h${block.level}` }, this.inlines(block.children))}`;
    }
    while (open.length > 0) written += closeDivision(open);
    return written;
  }

  blocks(blocks: readonly ContentNode[]): string {
    let written = '';
    for (const block of blocks)
      written += (BLOCKS[block.type] as (writer: TeiWriter, block: ContentNode) => string)(this, block);
    return written;
  }

  inlines(inlines: readonly Inline[]): string {
    let written = '';
    for (const inline of inlines)
      written += (INLINES[inline.type] as (writer: TeiWriter, inline: Inline) => string)(this, inline);
    return written;
  }
}

function closeDivision(open: number[]): string {
  open.pop();
  return '</div>';
}

const BLOCKS: BlockWriters<TeiWriter> = {
  paragraph: (writer, block) => xml('p', {}, writer.inlines(block.children)),
  heading: (writer, block: Heading) =>
    xml('ab', { type: 'heading', n: block.level }, writer.inlines(block.children)),
  list: (writer, block) => {
    const items = block.items.map(item => xml('item', {}, writer.blocks(item.children)));
    return xml('list', { rend: block.ordered ? 'numbered' : 'bulleted' }, items.join(''));
  },
  quote: (writer, block) =>
    xml('quote', { source: pointer(block.cite, 'media') }, writer.blocks(block.children)),
  callout: (writer, block) => {
    const title = block.title === undefined ? '' : xml('head', {}, writer.inlines(block.title));
    return xml('note', { type: calloutName(block.kind) }, title + writer.blocks(block.children));
  },
  code: (_, block) =>
    xml(
      'ab',
      { type: 'code' },
      xml('code', { lang: block.language, 'xml:space': 'preserve' }, escapeXml(block.text)),
    ),
  table: (writer, block) => {
    const caption = block.caption === undefined ? '' : xml('head', {}, writer.inlines(block.caption));
    const rows = block.rows.map(row =>
      xml(
        'row',
        { role: row.cells.every(cell => cell.header) ? 'label' : undefined },
        cells(writer, row.cells),
      ),
    );
    return xml('table', {}, caption + rows.join(''));
  },
  figure: (writer, block) => {
    const caption = block.caption === undefined ? '' : xml('head', {}, writer.inlines(block.caption));
    const media = block.media.map(medium =>
      medium.type === 'image' ? INLINES.image(writer, medium) : writer.blocks([medium]),
    );
    return xml('figure', {}, block.captionFirst ? caption + media.join('') : media.join('') + caption);
  },
  image: (writer, block) => xml('figure', {}, INLINES.image(writer, block)),
  video: (_, block) => media('video/*', block.src, block.title),
  audio: (_, block) => media('audio/*', block.src, block.title),
  embed: (_, block) => media('text/html', block.src, block.title),
  math: (_, block) => xml('p', {}, formula(block)),
  definitions: (writer, block) => {
    const items = block.items.map(item => {
      const label = item.terms.map(term => writer.inlines(term)).join('<lb/>');
      const description = item.descriptions.map(blocks => writer.blocks(blocks)).join('');
      return xml('label', {}, label) + xml('item', {}, description);
    });
    return xml('list', { type: 'gloss' }, items.join(''));
  },
  details: (writer, block) =>
    xml('ab', { type: 'summary' }, writer.inlines(block.summary)) + writer.blocks(block.children),
  footnotes: (writer, block) =>
    block.items
      .map(note =>
        xml(
          'note',
          { place: 'foot', n: note.label, 'xml:id': noteId(writer, note.id) },
          writer.blocks(note.children),
        ),
      )
      .join(''),
  rule: () => xml('milestone', { unit: 'section', rend: 'rule' }),
};

function inElement(name: string, attributes?: Readonly<Record<string, string>>) {
  return (writer: TeiWriter, { children }: { readonly children: Inline[] }) =>
    xml(name, attributes, writer.inlines(children));
}

function highlighted(rend: string) {
  return inElement('hi', { rend });
}

const INLINES: InlineWriters<TeiWriter> = {
  text: (_, inline) => escapeXml(inline.text),
  link: (writer, inline) =>
    xml('ref', { target: pointer(inline.href, 'link') }, writer.inlines(inline.children)),
  emphasis: highlighted('italic'),
  strong: highlighted('bold'),
  code: (_, inline) => xml('code', {}, escapeXml(inline.text)),
  abbr: inElement('abbr'),
  ruby: highlighted('ruby'),
  rt: highlighted('rt'),
  rp: highlighted('rp'),
  deleted: inElement('del'),
  inserted: inElement('add'),
  mark: highlighted('mark'),
  sub: highlighted('sub'),
  sup: highlighted('sup'),
  quotation: inElement('q'),
  break: () => '<lb/>',
  image: (_, inline) => {
    const description = inline.alt === undefined ? '' : xml('desc', {}, escapeXml(inline.alt));
    const graphic = xml('graphic', { url: pointer(inline.src, 'media') }, description);
    return inline.href === undefined
      ? graphic
      : xml('ref', { target: pointer(inline.href, 'link') }, graphic);
  },
  math: (_, inline) => formula(inline),
  footnoteReference: (writer, inline) => {
    const id = noteId(writer, inline.note);
    const attributes = { type: 'noteAnchor', target: id === undefined ? undefined : `#${id}` };
    return id === undefined ? escapeXml(inline.text) : xml('ref', attributes, escapeXml(inline.text));
  },
};

function noteId(writer: TeiWriter, note: string): string | undefined {
  const number = writer.notes.get(note);
  return number === undefined ? undefined : `fn${number}`;
}

function cells(writer: TeiWriter, row: readonly TableCell[]): string {
  return row
    .map(cell => {
      const attributes = {
        role: cell.header ? 'label' : undefined,
        cols: cell.colspan > 1 ? cell.colspan : undefined,
        rows: cell.rowspan > 1 ? cell.rowspan : undefined,
      };
      return xml('cell', attributes, writer.blocks(cell.children));
    })
    .join('');
}

function media(mimeType: string, url: string, title: string | undefined): string {
  const inner = title === undefined ? '' : xml('desc', {}, escapeXml(title));
  return xml('figure', {}, xml('media', { mimeType, url: pointer(url, 'media') }, inner));
}

function formula(math: MathFormula): string {
  const notation = math.latex === undefined ? undefined : 'TeX';
  return xml(
    'formula',
    { notation, rend: math.display ? 'display' : undefined },
    escapeXml(math.latex ?? math.text),
  );
}

function teiHeader(article: ArticleLike): string {
  const description = xml('fileDesc', {}, titleStatement(article) + publication(article) + source(article));
  return xml('teiHeader', {}, description + profile(article));
}

function titleStatement(article: ArticleLike): string {
  return xml(
    'titleStmt',
    {},
    `<title type="main">${escapeXml(article.title ?? '')}</title>${authors(article)}`,
  );
}

/** The schema requires a publisher before the date. */
function publication(article: ArticleLike): string {
  const publisher = optional('publisher', article.siteName) || '<publisher>unknown</publisher>';
  const licence = optional('licence', article.license);
  const availability = licence === '' ? '' : xml('availability', {}, xml('p', {}, licence));
  return xml('publicationStmt', {}, publisher + availability + date(article.published, 'published'));
}

function source(article: ArticleLike): string {
  const address = pointer(article.canonicalUrl, 'link') ?? pointer(article.url, 'link');
  const parts = [
    `<title>${escapeXml(article.title ?? '')}</title>`,
    authors(article),
    optional('publisher', article.siteName),
    date(article.published, 'published'),
    date(article.modified, 'modified'),
    address === undefined ? '' : xml('ptr', { target: address }),
  ];
  return xml('sourceDesc', {}, xml('bibl', {}, parts.join('')));
}

function profile(article: ArticleLike): string {
  const abstract = article.description ? xml('abstract', {}, optional('p', article.description)) : '';
  const language = article.language ? xml('langUsage', {}, xml('language', { ident: article.language })) : '';
  const terms = [...(article.section ? [article.section] : []), ...(article.tags ?? [])];
  const keywords = terms.map(term => optional('term', term)).join('');
  const classes = keywords === '' ? '' : xml('textClass', {}, xml('keywords', {}, keywords));
  const inner = abstract + language + classes;
  return inner === '' ? '' : xml('profileDesc', {}, inner);
}

function authors(article: ArticleLike): string {
  return (article.authors ?? []).map(author => optional('author', author)).join('');
}

function date(value: string | undefined, type: string): string {
  return value ? xml('date', { type, when: value }, escapeXml(value)) : '';
}

function optional(name: string, text: string | undefined): string {
  return text ? xml(name, {}, escapeXml(text)) : '';
}

/** A TEI pointer must not contain spaces. Unsafe URLs are dropped, as TEI is often converted to HTML. */
function pointer(address: string | undefined, use: AddressUse): string | undefined {
  return address === undefined ? undefined : safeAddress(address, use)?.replace(/\s/g, '%20');
}

function xml(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  inner = '',
): string {
  let tag = `<${name}`;
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined) tag += ` ${attribute}="${escapeXml(String(value)).replace(/[\t\n\r]/g, ' ')}"`;
  return inner === '' ? `${tag}/>` : `${tag}>${inner}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** XML 1.0 forbids control characters except tabs and line ends, U+FFFE, U+FFFF and lone surrogates. */
function escapeXml(text: string): string {
  return text.replace(UNSAFE, character => ESCAPES[character] ?? '').replace(LONE_SURROGATE, '\ufffd');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const UNSAFE = /[&<>"\0-\x08\x0b\x0c\x0d\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

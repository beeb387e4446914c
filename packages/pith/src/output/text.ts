import { type ContentNode, inlineText, type ListItem, type TableCell } from '../content/content.js';
import { type ArticleLike, type OutputOptions, wholeContent } from './article-like.js';

/** Plain text: blocks separated by blank lines, items and rows by line ends, cells by tabs. */
export function textFromArticle(article: ArticleLike, options: OutputOptions = {}): string {
  return blocksText(wholeContent(article, options));
}

/** The text of blocks, without list markers or other characters that the page does not contain. */
export function blocksText(blocks: readonly ContentNode[], separator = '\n\n'): string {
  return blocks.map(blockText).filter(Boolean).join(separator);
}

type Writers = { [T in ContentNode['type']]: (block: Extract<ContentNode, { type: T }>) => string };

const nothing = () => '';

const WRITERS: Writers = {
  // Images at the ends leave white space, and pages end lines with no-break spaces.
  paragraph: block => (block.supplement ? '' : inlineText(block.children).trim()),
  heading: block => (block.supplement ? '' : inlineText(block.children, ' ').trim()),
  list: block => lines(block.items.map(itemText)),
  quote: block => blocksText(block.children),
  callout: block => {
    const title = block.supplement ? '' : inlineText(block.title ?? [], ' ').trim();
    return [title, blocksText(block.children)].filter(Boolean).join('\n\n');
  },
  code: block => (block.supplement ? '' : block.text),
  table: ({ caption = [], supplement, rows }) =>
    lines([supplement ? '' : inlineText(caption, ' '), ...rows.map(row => rowText(row.cells))]),
  figure: block => {
    const caption = block.supplement ? '' : inlineText(block.caption ?? []);
    const parts = [blocksText(block.media), caption];
    return (block.captionFirst ? parts.reverse() : parts).filter(Boolean).join('\n\n');
  },
  math: block => block.text,
  definitions: block =>
    lines(
      block.items.flatMap(item => [
        ...item.terms.map(term => inlineText(term, ' ')),
        ...item.descriptions.map(blocks => blocksText(blocks, '\n')),
      ]),
    ),
  details: block => [inlineText(block.summary), blocksText(block.children)].filter(Boolean).join('\n\n'),
  footnotes: block => block.items.map(item => blocksText(item.children, '\n')).join('\n'),
  image: nothing,
  video: nothing,
  audio: nothing,
  embed: nothing,
  rule: nothing,
};

function blockText(block: ContentNode): string {
  return (WRITERS[block.type] as (block: ContentNode) => string)(block);
}

function itemText(item: ListItem): string {
  return lines(
    item.children.map(child => (child.type === 'list' ? indented(blockText(child)) : blockText(child))),
  );
}

function rowText(cells: readonly TableCell[]): string {
  const row = cells.map(cell => blocksText(cell.children, ' ').replace(/\s+/g, ' ').trim()).join('\t');
  return row.trim() === '' ? '' : row;
}

function lines(texts: string[]): string {
  return texts.filter(Boolean).join('\n');
}

function indented(text: string): string {
  return `  ${text.replace(/\n(?=[^\n])/g, '\n  ')}`;
}

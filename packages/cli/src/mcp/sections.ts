import type { Article, ContentNode, Inline, MarkdownOptions } from 'webpith';
import { estimateTokens, render } from 'webpith';
import { wholeContent } from 'webpith/stages';

/** A heading and the blocks up to the next heading; section 0 precedes the first heading. */
export interface Section {
  readonly number: number;
  /** Level of the heading, 1 to 6; 0 for section 0. */
  readonly level: number;
  readonly title: string;
  readonly blocks: readonly ContentNode[];
  readonly tokens: number;
}

const COMMENTS: ContentNode = {
  type: 'heading',
  level: 2,
  children: [{ type: 'text', text: 'Reader comments' }],
};

export function sectionsOf(article: Article, write: WriteBlocks): Section[] {
  const comments = article.comments.length === 0 ? [] : [COMMENTS, ...commentsOf(article)];
  const sections: Section[] = [];
  let blocks: ContentNode[] = [];
  const close = () => {
    if (blocks.length > 0 || sections.length === 0) sections.push(section(sections.length, blocks, write));
    blocks = [];
  };
  for (const block of [...wholeContent(article, {}), ...comments]) {
    // Section 0 exists even if the page starts with a heading: it is empty then.
    if (block.type === 'heading') close();
    blocks.push(block);
  }
  close();
  return sections;
}

export type WriteBlocks = (blocks: readonly ContentNode[]) => string;

export function markdownWriter(markdown: MarkdownOptions = {}): WriteBlocks {
  return blocks => render({ content: blocks }, 'markdown', { markdown });
}

/** Writes links inline: parts that are written one by one would have the same numbers as references. */
export function partWriter(markdown: MarkdownOptions = {}): WriteBlocks {
  return markdownWriter({ ...markdown, links: markdown.links === 'none' ? 'none' : 'inline' });
}

const plainWriter = partWriter();

/** Escapes text of the page as a line of Markdown. */
export function lineOf(text: string): string {
  return plainWriter([{ type: 'paragraph', children: [{ type: 'text', text }] }]);
}

export function withSubsections(sections: readonly Section[], number: number): Section[] {
  const [first, ...rest] = sections.slice(number);
  if (first === undefined) return [];
  if (first.level === 0) return [first];
  const end = rest.findIndex(({ level }) => level <= first.level);
  return [first, ...(end < 0 ? rest : rest.slice(0, end))];
}

function section(number: number, blocks: readonly ContentNode[], write: WriteBlocks): Section {
  const [first] = blocks;
  const opens = first?.type === 'heading';
  return {
    number,
    level: opens ? first.level : 0,
    title: opens ? clipped(plainText(first.children), 120) : 'before the first heading',
    blocks,
    tokens: estimateTokens(write(blocks)),
  };
}

function commentsOf(article: Article): readonly ContentNode[] {
  return wholeContent({ content: [], comments: article.comments }, { comments: true });
}

export function plainText(inlines: readonly Inline[]): string {
  return render({ content: [{ type: 'paragraph', children: [...inlines] }] }, 'text')
    .replace(/\s+/g, ' ')
    .trim();
}

export function clipped(text: string, length: number): string {
  const line = text
    .slice(0, length * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

import { type Article, type ContentNode, estimateTokens, type MarkdownOptions } from 'webpith';
import { cutText, fittingBlocks } from 'webpith/stages';
import { QUOTATION_TOKENS, quoted } from './quotation.js';
import {
  clipped,
  lineOf,
  markdownWriter,
  partWriter,
  type Section,
  sectionsOf,
  type WriteBlocks,
  withSubsections,
} from './sections.js';

export interface ReadPage {
  readonly article: Article;
  readonly sections: readonly Section[];
  readonly markdown: MarkdownOptions;
  /** Writes a part of an answer. */
  readonly write: WriteBlocks;
  /** Writes all blocks of an answer. */
  readonly writeWhole: WriteBlocks;
}

export function pageOf(article: Article, markdown: MarkdownOptions = {}): ReadPage {
  const write = partWriter(markdown);
  // The preset `llm` also writes references, but here only an explicit request does.
  const writeWhole = markdown.links === 'reference' ? markdownWriter(markdown) : write;
  return { article, sections: sectionsOf(article, write), markdown, write, writeWhole };
}

/** Share of the budget for the outline, after the head of the page is subtracted. */
const OUTLINE_SHARE = 0.3;
/** Tokens reserved for separators and the notes of this server. */
const RESERVE = 50;
const PART_NOTE = 35;

/** The page as a quotation in Markdown, or its beginning and an outline of the rest if it exceeds the budget. */
export function pageWithinBudget({ article, sections, write, writeWhole }: ReadPage, budget: number): string {
  const notes = notesOn(article);
  const most = budget - QUOTATION_TOKENS - estimateTokens(join(['', ...notes])) - 2;
  const head = headOf(article, sections, Math.floor(most / 4));
  const whole = join([head, writeWhole(sections.flatMap(({ blocks }) => blocks))]);
  if (estimateTokens(whole) <= most) return join([quoted(whole), ...notes]);
  const room = most - estimateTokens(head) - RESERVE;
  const outline = Math.floor(room * OUTLINE_SHARE);
  const { texts, cut } = fitSections(sections, room - outline, write);
  const list = outlineOf(sections, cut.section, outline);
  const leftOut = `Left out: sections ${cut.section} to ${sections.length - 1}, listed above by number for read_section.`;
  const begun = cut.begun ? `Section ${cut.section} is cut short.` : '';
  return join([quoted(join([head, ...texts, '---', list])), [leftOut, begun].join(' ').trim(), ...notes]);
}

/** A section with its subsections as a quotation, or one part of it if it exceeds the budget. */
export function sectionWithinBudget(page: ReadPage, number: number, part: number, budget: number): string {
  const blocks = withSubsections(page.sections, number).flatMap(({ blocks }) => blocks);
  const most = budget - PART_NOTE - QUOTATION_TOKENS;
  const whole = page.writeWhole(blocks);
  const parts =
    whole !== '' && estimateTokens(whole) <= most ? [whole] : markdownParts(blocks, most, page.write);
  const text = parts[part - 1];
  if (text === undefined) {
    if (parts.length === 0) return 'This section has no text.';
    throw new RangeError(`section ${number} has no part ${part}; use 1 to ${parts.length}`);
  }
  if (parts.length === 1) return quoted(text);
  const next = part < parts.length ? `; continue with read_section, section ${number}, part ${part + 1}` : '';
  return join([quoted(text), `Part ${part} of ${parts.length} of section ${number}${next}.`]);
}

function headOf(article: Article, sections: readonly Section[], most: number): string {
  // The content usually starts with the title.
  const titled = sections.slice(0, 2).some(({ title }) => title === clipped(article.title ?? '', 120));
  const byline = clipped([article.authors.join(', '), article.published].filter(Boolean).join(' · '), 200);
  const lines = [
    article.title === undefined || titled ? '' : `# ${lineOf(clipped(article.title, 200))}`,
    lineOf(byline),
    article.url === undefined ? '' : `<${clipped(article.url, 300)}>`,
  ].filter(Boolean);
  while (lines.length > 1 && estimateTokens(join(lines)) > most) lines.splice(lines.length > 2 ? 1 : -1, 1);
  return join(lines);
}

function notesOn(article: Article): string[] {
  const { notContent, needsRendering, hidden = 0 } = article as Article & { readonly hidden?: number };
  return [
    notContent === undefined ? '' : `This page seems to have no content: ${notContent}.`,
    needsRendering ? 'This page has little text without its scripts.' : '',
    hidden > 0 ? `Left out: ${hidden} words of the page that its readers cannot see.` : '',
  ].filter(Boolean);
}

interface Cut {
  readonly section: number;
  readonly begun: boolean;
}

function fitSections(
  sections: readonly Section[],
  room: number,
  write: WriteBlocks,
): { texts: string[]; cut: Cut } {
  const texts: string[] = [];
  let left = room;
  for (const { number, blocks, tokens } of sections) {
    const cost = tokens + 2;
    if (cost <= left) {
      if (blocks.length > 0) texts.push(write(blocks));
      left -= cost;
      continue;
    }
    // With less room, the section's line in the outline is more useful than its first words.
    const [first] = left > 40 ? markdownParts(blocks, left, write) : [];
    const begun = first !== undefined && blocks.length > 0;
    if (begun) texts.push(first);
    return { texts, cut: { section: number, begun } };
  }
  return { texts, cut: { section: sections.length, begun: false } };
}

/** Lists the sections from `from` on; if `most` tokens are too few, only higher levels or only the first ones. */
function outlineOf(sections: readonly Section[], from: number, most: number): string {
  const left = sections.slice(from);
  const fits = (lines: readonly string[]) => estimateTokens(lines.join('\n')) <= most;
  for (const deepest of [6, 3, 2]) {
    const shown = left.filter(({ level, number }) => level <= deepest || number === from);
    const lines = shown.map(outlineLine);
    if (fits(lines)) return lines.join('\n');
  }
  const lines: string[] = [];
  let shown = 0;
  let used = 20;
  for (const section of left) {
    const line = outlineLine(section);
    used += estimateTokens(line) + 1;
    if (used > most) break;
    lines.push(line);
    shown++;
  }
  if (shown < left.length) lines.push(`… and sections ${from + shown} to ${sections.length - 1}`);
  return lines.join('\n');
}

function outlineLine({ number, level, title, tokens }: Section): string {
  return `${'  '.repeat(Math.max(0, level - 1))}- ${number}. ${lineOf(clipped(title, 80))} (${tokens} tokens)`;
}

function join(parts: readonly string[]): string {
  return parts.filter(Boolean).join('\n\n');
}

const GAP = '\n\n';
const GAP_TOKENS = estimateTokens(GAP) + 1;
/** Texts are not cut shorter than this many tokens. */
const MIN_TOKENS = 16;
const MEASURE = {
  cost: estimateTokens,
  cut: (text: string, room: number) => cutText(text, Math.max(MIN_TOKENS, room)),
};

/**
 * Splits blocks into Markdown parts of at most `size` tokens; larger blocks are cut between items, rows, sentences or
 * words and stay valid Markdown.
 */
export function markdownParts(blocks: readonly ContentNode[], size: number, write: WriteBlocks): string[] {
  const parts: string[] = [];
  let open: string[] = [];
  let used = 0;
  const close = () => {
    if (open.length > 0) parts.push(open.join(GAP));
    open = [];
    used = 0;
  };
  for (const part of blocks.flatMap(block => blockParts(block, size, write))) {
    const cost = estimateTokens(part) + GAP_TOKENS;
    if (used + cost > size) close();
    open.push(part);
    used += cost;
  }
  close();
  return parts;
}

function blockParts(block: ContentNode, size: number, write: WriteBlocks): string[] {
  const room = size - GAP_TOKENS;
  const whole = write([block]);
  if (whole === '') return [];
  if (estimateTokens(whole) <= room) return [whole];
  return fittingBlocks(block, room, { ...MEASURE, write })
    .map(part => write([part]))
    .filter(Boolean);
}

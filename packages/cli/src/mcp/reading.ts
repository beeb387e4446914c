import { type Article, type ContentNode, estimateTokens } from 'webpith';
import { cutText, fittingBlocks } from 'webpith/stages';
import { clipped, lineOf, markdownOf, type Section, withSubsections } from './sections.js';

/** A page as the tools know it. */
export interface ReadPage {
  readonly article: Article;
  readonly sections: readonly Section[];
}

/** The share of a budget that the list of what was left out may take. */
const OUTLINE_SHARE = 0.3;
/** Kept free for what is said between the parts. */
const RESERVE = 60;

/** A page as Markdown within a budget of tokens: its beginning, and an outline of what was left out. */
export function pageWithinBudget({ article, sections }: ReadPage, budget: number): string {
  const head = headOf(article, sections, Math.floor(budget / 4));
  const whole = join([head, markdownOf(sections.flatMap(({ blocks }) => blocks))]);
  if (estimateTokens(whole) <= budget) return whole;
  const room = budget - estimateTokens(head) - RESERVE;
  const outline = Math.floor(room * OUTLINE_SHARE);
  const { texts, cut } = filled(sections, room - outline);
  const list = outlineOf(sections, cut.section, cut.begun, outline);
  return join([head, ...texts, '---', list]);
}

/** One section with those below it, or the part of it that was asked for. */
export function sectionWithinBudget(page: ReadPage, number: number, part: number, budget: number): string {
  const sections = withSubsections(page.sections, number);
  const parts = markdownParts(
    sections.flatMap(({ blocks }) => blocks),
    budget - RESERVE,
  );
  const text = parts[part - 1];
  if (text === undefined) {
    if (parts.length === 0) return 'This section has no text.';
    throw new RangeError(`expected a part from 1 to ${parts.length} of section ${number}, got ${part}`);
  }
  if (parts.length === 1) return text;
  const next =
    part < parts.length ? `; read_section with section ${number} and part ${part + 1} goes on` : '';
  return join([text, '---', `Part ${part} of ${parts.length} of section ${number}${next}.`]);
}

/** What is said of a page before its text. */
function headOf(article: Article, sections: readonly Section[], most: number): string {
  // Most pages begin with their title anyway.
  const titled = sections.slice(0, 2).some(({ title }) => title === clipped(article.title ?? '', 120));
  const byline = clipped([article.authors.join(', '), article.published].filter(Boolean).join(' · '), 200);
  const lines = [
    article.title === undefined || titled ? '' : `# ${lineOf(clipped(article.title, 200))}`,
    lineOf(byline),
    article.url === undefined ? '' : `<${clipped(article.url, 300)}>`,
    article.notContent === undefined ? '' : `This page seems to be none to read: ${article.notContent}.`,
    article.needsRendering ? 'This page holds little text; its scripts write the rest.' : '',
  ].filter(Boolean);
  while (lines.length > 1 && estimateTokens(join(lines)) > most) lines.splice(lines.length > 2 ? 1 : -1, 1);
  return join(lines);
}

interface Cut {
  /** The first section that is not all there. */
  readonly section: number;
  /** Whether some of it is. */
  readonly begun: boolean;
}

/** As much of the sections, from the first on, as there is room for. */
function filled(sections: readonly Section[], room: number): { texts: string[]; cut: Cut } {
  const texts: string[] = [];
  let left = room;
  for (const { number, blocks, tokens } of sections) {
    const cost = tokens + 2;
    if (cost <= left) {
      if (blocks.length > 0) texts.push(markdownOf(blocks));
      left -= cost;
      continue;
    }
    // A few words of a section are worth less than its line in the outline.
    const [first] = left > 40 ? markdownParts(blocks, left) : [];
    const begun = first !== undefined && blocks.length > 0;
    if (begun) texts.push(first);
    return { texts, cut: { section: number, begun } };
  }
  return { texts, cut: { section: sections.length, begun: false } };
}

/** The sections from one on, a line each: all of them, or the higher ranks, or the first so many. */
function outlineOf(sections: readonly Section[], from: number, begun: boolean, most: number): string {
  const left = sections.slice(from);
  const intro = `Left out (numbers for read_section${begun ? `; ${from} is cut short above` : ''}):`;
  const fits = (lines: readonly string[]) => estimateTokens(lines.join('\n')) <= most;
  for (const deepest of [6, 3, 2]) {
    const shown = left.filter(({ level, number }) => level <= deepest || number === from);
    const lines = [intro, ...shown.map(outlineLine)];
    if (fits(lines)) return lines.join('\n');
  }
  const lines = [intro];
  let shown = 0;
  let used = estimateTokens(intro) + 20;
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

/** What parts two blocks of Markdown, and its cost. */
const GAP = '\n\n';
const GAP_TOKENS = estimateTokens(GAP) + 1;
/** Least tokens that a text is cut to. */
const LEAST = 16;
const MEASURE = {
  write: markdownOf,
  cost: estimateTokens,
  cut: (text: string, room: number) => cutText(text, Math.max(LEAST, room)),
};

/**
 * Blocks as Markdown in parts of at most `size` tokens, cut between blocks; what is larger alone is cut between items,
 * rows, sentences or words, and stays valid Markdown.
 */
export function markdownParts(blocks: readonly ContentNode[], size: number): string[] {
  const parts: string[] = [];
  let open: string[] = [];
  let used = 0;
  const close = () => {
    if (open.length > 0) parts.push(open.join(GAP));
    open = [];
    used = 0;
  };
  for (const part of blocks.flatMap(block => blockParts(block, size))) {
    const cost = estimateTokens(part) + GAP_TOKENS;
    if (used + cost > size) close();
    open.push(part);
    used += cost;
  }
  close();
  return parts;
}

/** One block as parts of Markdown that fit. */
function blockParts(block: ContentNode, size: number): string[] {
  const room = size - GAP_TOKENS;
  const whole = markdownOf([block]);
  if (whole === '') return [];
  if (estimateTokens(whole) <= room) return [whole];
  return fittingBlocks(block, room, MEASURE)
    .map(part => markdownOf([part]))
    .filter(Boolean);
}

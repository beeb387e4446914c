import type { Blocks } from '../blocks/blocks.js';
import type { Groups } from '../groups/from-page.js';
import { isQuote } from '../groups/outside.js';
import { given } from '../metadata/metadata.js';
import { nodeText } from '../metadata/node-text.js';
import type { PostQuote } from '../options.js';
import { TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';

const ATTRIBUTION =
  /^(?:(?:originally )?(?:posted|written|quote[ds]?|zitat|cita(?:tion|ção|zione)?|citaat|cytat|цитата)(?: (?:by|from|von|de|di|van))?:?\s{1,3})?(\S.{0,60}?)(?:,? on .{0,40}|, .{0,20}\d.{0,20})?\s?(?:said|wrote|writes|says|schrieb|hat geschrieben|a écrit|escribió|dijo|ha scritto|schreef|написал\(?а?\)?|пишет):?(?:\s?↑)?/iu;
const FROM =
  /^(?:originally posted by|posted by|quote from|quoting|quote by|quote|zitat von|zitat|citation de|envoyé par|cita de|citaat van|цитата):?\s{1,3}(\S.{0,60}?)(?:\s(?:on|am|le|el|at)\s.{0,60}|\s»)?\s?:?(?:\s?↑)?$/iu;
const LINE = 120;

/** Quotes in the blocks of a post; `body` is its text element, which may itself be a `blockquote`. */
export function quotesIn(groups: Groups, blocks: readonly number[], body: number): PostQuote[] {
  const { tree, texts } = groups.page.blocks;
  const quotes = new Map<number, number[]>();
  for (const b of blocks) {
    const quote = outermostQuote(groups, b, body);
    if (quote < 0) continue;
    const list = quotes.get(quote);
    if (list === undefined) quotes.set(quote, [b]);
    else list.push(b);
  }
  return [...quotes].map(([node, own]) => {
    const lines = own.map(b => texts[b]!);
    const before = lineBefore(texts, blocks, own[0]!);
    const author = dataAuthor(tree, node) ?? attributedAuthor(lines[0]!) ?? attributedAuthor(before);
    const isHead = lines.length > 1 && lines[0]!.length < LINE && attributedAuthor(lines[0]!) !== undefined;
    const text = (isHead ? lines.slice(1) : lines).join('\n\n');
    return given<PostQuote>({ author, text, url: citedUrl(tree, node) });
  });
}

const MAX_STEPS = 40;

function outermostQuote({ page, quoted }: Groups, block: number, body: number): number {
  const { tree, first } = page.blocks;
  const text = first[block]!;
  let quote = -1;
  if (quoted[text] === 0) return quote;
  let node = tree.parent[text]!;
  for (let step = 0; node > body && step < MAX_STEPS; node = tree.parent[node]!, step++) {
    if (isQuote(page, node)) quote = node;
  }
  return quote;
}

function lineBefore(texts: Blocks['texts'], own: readonly number[], quote: number): string {
  const at = own.indexOf(quote) - 1;
  const text = at < 0 ? '' : texts[own[at]!]!;
  return text.length < LINE ? text : '';
}

const AUTHOR_DATA = ['data-author', 'data-username', 'data-quote', 'data-ipsquote-username'];

function dataAuthor(tree: PageTree, node: number): string | undefined {
  for (const [name, value] of tree.attributes(node)) {
    if (AUTHOR_DATA.includes(name) && value.length > 1 && value.length < 60) return value.split(/,\s/)[0];
  }
  for (let n = node + 1; n < Math.min(tree.end[node]!, node + 30); n++) {
    if (tree.tag[n] === TAG.cite)
      return attributedAuthor(nodeText(tree, n, LINE)) ?? nameAlone(nodeText(tree, n, 60));
  }
  return undefined;
}

function nameAlone(text: string): string | undefined {
  const name = text.replace(/[\s:,↑]{1,4}$/u, '');
  return name.length > 1 && name.split(' ').length <= 4 ? name : undefined;
}

/** The author in a line such as "Ann wrote:" or "Originally posted by Ann". */
function attributedAuthor(line: string): string | undefined {
  if (line.length < 3 || line.length > LINE) return undefined;
  const name = FROM.exec(line)?.[1] ?? ATTRIBUTION.exec(line)?.[1] ?? /^(\S[^:]{0,40}):$/.exec(line)?.[1];
  return name === undefined || name.length < 2 || name.split(' ').length > 5 ? undefined : name.trim();
}

function citedUrl(tree: PageTree, node: number): string | undefined {
  for (const [name, value] of tree.attributes(node)) {
    if (name === 'cite' && /^https?:|^\//.test(value) && value.length < 500) return value;
  }
  return undefined;
}

import { jsonValues } from '../metadata/json-mend.js';
import { wordsOf } from '../metadata/likeness.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';

/** A text that the page contains only as JSON, for search engines or scripts. */
export interface DataBody {
  readonly text: string;
  readonly source: 'json-ld' | 'state';
  readonly node: number;
}

/** Shorter texts are summaries. Set by hand. */
const LEAST_LETTERS = 200;
const MAX_SCRIPT = 2_000_000;
const MAX_SCRIPTS = 40;
const MAX_VISITS = 50_000;
const BODY_NAMES =
  'articleBody bodyHtml body_html contentHtml content_html body content html rendered text'.split(' ');
/** Names of properties with a body. Tested before the JSON is parsed, which is slower. */
const SIGNS = /"(?:articleBody|body_?html|content_?html|body|content|html|rendered|text|paragraphs|blocks)"/i;
const PARAGRAPH_NAMES = ['text', 'html', 'content', 'value', 'children', 'paragraph'];
const TITLE_NAMES = ['headline', 'title', 'name'];

/**
 * The longest body in the page's JSON. Bodies next to the page's title are preferred, since a state may contain other
 * articles.
 */
export function bodyInData(tree: PageTree, title: string | undefined): DataBody | undefined {
  const wanted = title === undefined ? '' : wordsOf(title).join(' ');
  let best: DataBody | undefined;
  let most = 0;
  for (const { node, json, source } of dataScripts(tree)) {
    for (const root of jsonValues(json)) {
      for (const { text, heading } of bodiesIn(root)) {
        const isTitled = heading !== undefined && wanted !== '' && wanted.startsWith(heading);
        const worth = text.length * (isTitled ? 1_000 : 1);
        if (worth <= most) continue;
        most = worth;
        best = { text, source, node };
      }
    }
  }
  return best;
}

interface DataScript {
  readonly node: number;
  readonly json: string;
  readonly source: DataBody['source'];
}

function dataScripts(tree: PageTree): DataScript[] {
  const scripts: DataScript[] = [];
  for (let node = 1; node < tree.count && scripts.length < MAX_SCRIPTS; node++) {
    if (tree.tag[node] !== TAG.script || tree.stop[node]! - tree.start[node]! > MAX_SCRIPT) continue;
    const type = tree.attribute(node, ATTR.type) ?? '';
    if (!/json/i.test(type)) continue;
    const json = tree.textContent(node);
    if (SIGNS.test(json)) scripts.push({ node, json, source: /ld\+json/i.test(type) ? 'json-ld' : 'state' });
  }
  return scripts;
}

interface Candidate {
  readonly text: string;
  readonly heading?: string;
}

function bodiesIn(root: unknown): Candidate[] {
  const found: Candidate[] = [];
  const stack: unknown[] = [root];
  for (let visits = 0; stack.length > 0 && visits < MAX_VISITS; visits++) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      const text = bodyOf(value as Readonly<Record<string, unknown>>);
      if (text !== undefined) found.push({ text, ...headingOf(value as Readonly<Record<string, unknown>>) });
    }
    stack.push(...Object.values(value).slice(0, 2_000));
  }
  return found;
}

function bodyOf(object: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of BODY_NAMES) {
    const text = textOf(object[name]);
    if (isLong(text)) return text;
  }
  const text = textOf(object.paragraphs ?? object.blocks);
  return isLong(text) ? text : undefined;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value
    .slice(0, 2_000)
    .map(paragraphOf)
    .filter(text => text !== '')
    .join('\n\n');
}

function paragraphOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) return value.map(leafText).join(' ');
  const object = value as Readonly<Record<string, unknown>>;
  for (const name of PARAGRAPH_NAMES) {
    const own = object[name];
    const text = Array.isArray(own) ? own.map(leafText).join('') : leafText(own);
    if (text.trim() !== '') return text;
  }
  return '';
}

function leafText(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = (value as { readonly text?: unknown } | null | undefined)?.text;
  return typeof text === 'string' ? text : '';
}

function headingOf(object: Readonly<Record<string, unknown>>): { heading?: string } {
  for (const name of TITLE_NAMES) {
    const value = object[name];
    if (typeof value !== 'string' || value.length > 500) continue;
    const heading = wordsOf(value).join(' ');
    if (heading !== '') return { heading };
  }
  return {};
}

/** True for long prose, not code or lists of identifiers. */
function isLong(text: string): boolean {
  if (text.length < LEAST_LETTERS) return false;
  const start = text.slice(0, 5_000);
  if (/^\s{0,5}[{[]/.test(start) || !/[.!?。？！](?:["”»’)]|\s|<|$)/.test(start)) return false;
  const letters = start.replace(/<[^<>]{0,500}>/g, '').match(/\p{L}/gu);
  return letters !== null && letters.length >= LEAST_LETTERS;
}

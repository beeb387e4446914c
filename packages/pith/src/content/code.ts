import { ATTR, TAG } from '../tree/names.js';
import { IS_BLOCK, meaning } from '../tree/tags.js';
import { IN_PRE, type PageTree } from '../tree/tree.js';
import type { CodeBlock } from './content.js';
import { isKeptText } from './coverage.js';

/** The code in an element, white space intact; undefined if nothing was kept. */
export function codeOf(tree: PageTree, node: number, kept: Uint8Array): CodeBlock | undefined {
  const text = trimLines(codeText(tree, node, kept));
  if (text === '') return undefined;
  const language = languageOf(tree, node);
  return { type: 'code', ...(language === undefined ? {} : { language }), text, node };
}

/** Kept text in order, one line per row, division or break, without line numbers and copy buttons. */
function codeText(tree: PageTree, root: number, kept: Uint8Array): string {
  const { tag, end } = tree;
  const lines = new CodeLines();
  const lineEnds: number[] = [];
  // Descendants of an element that is not a gutter are not tested again, so that nesting stays linear.
  let lookedAtUntil = 0;
  for (let n = root + 1; n < end[root]!; n++) {
    while (lineEnds.length > 0 && n >= lineEnds.at(-1)!) {
      lineEnds.pop();
      lines.startLine();
    }
    if (tag[n] === TAG['#text']) lines.add(codeCharacters(tree, n, kept));
    else if (tag[n] === TAG.br) lines.add('\n');
    else if (n >= lookedAtUntil && hasGutterName(tree, n)) {
      if (isGutter(tree, n)) n = end[n]! - 1;
      else lookedAtUntil = end[n]!;
    } else if (isLine(tag[n]!)) {
      lines.startLine();
      lineEnds.push(end[n]!);
    }
  }
  return lines.text();
}

/** Collects code and tracks line starts; joined once, since testing a growing string copies it. */
class CodeLines {
  private readonly parts: string[] = [];
  private atStart = true;

  add(text: string): void {
    if (text === '') return;
    this.parts.push(text);
    this.atStart = text.endsWith('\n');
  }

  startLine(): void {
    if (!this.atStart) this.add('\n');
  }

  text(): string {
    return this.parts.join('');
  }
}

/** Blank text in <pre> is significant even if it was not kept. */
function codeCharacters(tree: PageTree, node: number, kept: Uint8Array): string {
  const inPre = (tree.flags[node]! & IN_PRE) !== 0;
  const text = tree.text(node);
  if (!isKeptText(tree, kept, node)) return inPre && text.trim() === '' ? text : '';
  // Highlighters outside <pre> use no-break spaces.
  return inPre ? text : text.replace(/[ \t\n\r\f]+/g, ' ').replaceAll('\u00a0', ' ');
}

function isLine(tag: number): boolean {
  return (meaning(tag) & IS_BLOCK) !== 0 && tag !== TAG.td && tag !== TAG.th && tag !== TAG.pre;
}

const GUTTER =
  /(?:^|[\s_-])(?:gutter|line-?numbers?(?:-rows)?|lineno|linenos|linenodiv|line-num|lnt?|blob-num|hljs-ln-numbers|copy|copy-?(?:btn|button|code)|clipboard(?:-copy)?)(?:$|[\s_-])/i;
/** Content of a gutter or button: numbers, or a word or two. The length is set by hand. */
const NUMBERS = /^[\s\d]*$/;
const MAX_BUTTON = 24;

function hasGutterName(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node];
  if (tag === TAG.button) return true;
  if (tag === TAG.code || tag === TAG.pre) return false;
  const names = tree.attribute(node, ATTR.class);
  return names !== undefined && GUTTER.test(names);
}

function isGutter(tree: PageTree, node: number): boolean {
  if (tree.tag[node] === TAG.button) return true;
  const text = tree.textContent(node);
  const copies = /copy|clipboard/i.test(tree.attribute(node, ATTR.class)!);
  return NUMBERS.test(text) || (copies && text.trim().length <= MAX_BUTTON);
}

/** True if an element contains only the numbers of the lines in the cell or division beside it. */
export function isLineNumbers(tree: PageTree, node: number): boolean {
  const parent = tree.parent[node]!;
  const names = [node, parent, tree.parent[parent] ?? -1].map(n =>
    n > 0 ? tree.attribute(n, ATTR.class) : '',
  );
  return names.some(name => name !== undefined && GUTTER.test(name)) && NUMBERS.test(tree.textContent(node));
}

function trimLines(text: string): string {
  const unified = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return withoutLeadingBlankLines(unified).trimEnd();
}

function withoutLeadingBlankLines(text: string): string {
  let lineStart = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 10) lineStart = i + 1;
    else if (c !== 32 && c !== 9) break;
  }
  return text.slice(lineStart);
}

/** Class names with the language in the first group, most reliable first. */
const LANGUAGE_CLASSES = [
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|src|source)-([\w+#.-]{1,30})/i,
  /(?:^|\s)brush:\s{0,3}([\w+#.-]{1,30})/i,
  /(?:^|\s)(?:sourceCode|syntaxhighlighter(?:\s+nogutter)?)\s{1,3}([\w+#.-]{1,30})/,
  /(?:^|\s)(?:hljs|highlight|prettyprint|codehilite)\s{1,3}([a-z0-9+#]{1,15})(?:$|\s)/i,
  /(?:^|\s)([a-z0-9+#]{1,15})\s{1,3}hljs(?:$|\s)/i,
  /(?:^|\s)highlight-([a-z0-9+#]{1,15})(?:$|\s)/i,
];

const NO_LANGUAGE: ReadonlySet<string> = new Set(
  (
    'none plain plaintext text txt nohighlight undefined auto default code block box copy copyable content container ' +
    'linenums wrapper notranslate dark light theme en de fr es it pt ru zh ja ko nl pl tr ar'
  ).split(' '),
);

const WRAPPERS = 3;

function languageOf(tree: PageTree, node: number): string | undefined {
  const inner = firstCode(tree, node);
  const places = inner < 0 ? [node] : [inner, node];
  for (let n = tree.parent[node]!, i = 0; n > 0 && i < WRAPPERS; n = tree.parent[n]!, i++) {
    if (tree.tag[n] === TAG.body || tree.tag[n] === TAG.article || tree.tag[n] === TAG.main) break;
    places.push(n);
  }
  for (const place of places) {
    const language = namedAt(tree, place);
    if (language !== undefined) return language;
  }
  return undefined;
}

function firstCode(tree: PageTree, node: number): number {
  for (let n = tree.firstChild(node); n >= 0; n = tree.nextSibling(n)) if (tree.tag[n] === TAG.code) return n;
  return -1;
}

function namedAt(tree: PageTree, node: number): string | undefined {
  const attribute = tree.attribute(node, ATTR['data-lang']) ?? tree.attribute(node, ATTR['data-language']);
  const stated = attribute === undefined ? undefined : languageName(attribute.trim());
  if (stated !== undefined) return stated;
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || names.length > 500) return undefined;
  for (const pattern of LANGUAGE_CLASSES) {
    const language = languageName(pattern.exec(names)?.[1] ?? '');
    if (language !== undefined) return language;
  }
  return undefined;
}

function languageName(name: string): string | undefined {
  const language = name.toLowerCase();
  return /^[a-z0-9+#._-]{1,30}$/.test(language) && !NO_LANGUAGE.has(language) ? language : undefined;
}

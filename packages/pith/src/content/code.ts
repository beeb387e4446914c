import { ATTR, TAG } from '../tree/names.js';
import { IS_BLOCK, meaning, tagSet } from '../tree/tags.js';
import { IN_PRE, type PageTree } from '../tree/tree.js';
import type { CodeBlock } from './content.js';
import { isKeptText } from './coverage.js';

export function codeOf(tree: PageTree, node: number, kept: Uint8Array): CodeBlock | undefined {
  const root = editorText(tree, node);
  const text = trimLines(codeText(tree, root, kept));
  if (text === '') return undefined;
  return { type: 'code', language: languageOf(tree, node) ?? labelBefore(tree, node, root), text, node };
}

const EDITOR = /(?:^|\s)(?:cm-content|CodeMirror-code|view-lines|ace_text-layer)(?:$|\s)/;

function editorText(tree: PageTree, node: number): number {
  for (let n = node + 1; n < tree.end[node]!; n++) {
    if (tree.tag[n] !== TAG.div) continue;
    const names = tree.attribute(n, ATTR.class);
    if (names !== undefined && EDITOR.test(names)) return n;
  }
  return node;
}

function labelBefore(tree: PageTree, node: number, editor: number): string | undefined {
  for (let n = node + 1; n < editor; n++) {
    const label = tree.tag[n] === TAG['#text'] ? tree.text(n).trim().toLowerCase() : '';
    if (LANGUAGES.has(label)) return label;
  }
  return undefined;
}

/** Kept text in order, one line per row, division or break, without line numbers and copy buttons. */
function codeText(tree: PageTree, root: number, kept: Uint8Array): string {
  const numbers: number[] = [];
  const text = linesOf(tree, root, kept, text => {
    numbers.push(text);
    return false;
  });
  if (!areLineNumbers(tree, numbers)) return text;
  const omitted = new Set(numbers);
  return linesOf(tree, root, kept, text => omitted.has(text));
}

const FEWEST_NUMBERS = 3;

function areLineNumbers(tree: PageTree, texts: readonly number[]): boolean {
  if (texts.length < FEWEST_NUMBERS) return false;
  const first = Number(tree.text(texts[0]!));
  return texts.every((node, i) => Number(tree.text(node)) === first + i);
}

/** The lines of an element. `isOmitted` is called for each text that starts a line and consists of a number. */
function linesOf(
  tree: PageTree,
  root: number,
  kept: Uint8Array,
  isOmitted: (text: number) => boolean,
): string {
  const { tag, end } = tree;
  const lines = new CodeLines();
  const isLiteral = tag[root] === TAG.table || (isBlockCode(tree, root) && !isBrokenCode(tree, root));
  const lineEnds: number[] = [];
  // If an element is not a gutter, the elements inside it are not tested, so that the time stays linear.
  let lookedAtUntil = 0;
  for (let n = root + 1; n < end[root]!; n++) {
    while (lineEnds.length > 0 && n >= lineEnds.at(-1)!) {
      lineEnds.pop();
      lines.startLine();
    }
    if (tag[n] === TAG['#text']) {
      const text = codeCharacters(tree, n, kept, isLiteral, lines.isAtStart);
      if (!(lines.isAtStart && /^\s*\d{1,5}\s*$/.test(text) && isOmitted(n))) lines.add(text);
    } else if (tag[n] === TAG.br) lines.add('\n');
    else if (n >= lookedAtUntil && hasGutterName(tree, n)) {
      if (isGutter(tree, n)) n = end[n]! - 1;
      else lookedAtUntil = end[n]!;
    } else if (isLine(tag[n]!)) {
      lines.startLine();
      lineEnds.push(end[n]!);
    } else if (tag[n] === TAG.span) {
      const before = styledLineBefore(tree, n);
      if (before > 0 && end[before] === before + 1) lines.add('\n');
      else if (before > 0) lines.startLine();
    }
  }
  return lines.text();
}

const LINE_NAME = /(?:^|\s)(?:code-?line|line|token-line|view-line)(?:$|\s)/;

/** The `<span>` directly before another, if style sheets show both as lines of their own; else -1. */
function styledLineBefore(tree: PageTree, node: number): number {
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || !LINE_NAME.test(names)) return -1;
  let before = node - 1;
  const parent = tree.parent[node]!;
  for (let step = 0; step < WRAPPERS && tree.parent[before] !== parent && before > parent; step++)
    before = tree.parent[before]!;
  const isLineToo = tree.parent[before] === parent && tree.attribute(before, ATTR.class) === names;
  return isLineToo ? before : -1;
}

/** Collects code and tracks line starts. The parts are joined once, since testing a growing string would copy it. */
class CodeLines {
  private readonly parts: string[] = [];
  private atStart = true;

  get isAtStart(): boolean {
    return this.atStart;
  }

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

const BETWEEN_CELLS: ReadonlySet<number> = new Set([TAG.table, TAG.tbody, TAG.tr]);

/** Blank text in <pre> is significant even if it was not kept. */
function codeCharacters(
  tree: PageTree,
  node: number,
  kept: Uint8Array,
  isLiteral: boolean,
  isAtStart: boolean,
): string {
  const inPre = (tree.flags[node]! & IN_PRE) !== 0;
  const text = tree.text(node);
  if (!isKeptText(tree, kept, node)) return inPre && text.trim() === '' ? text : '';
  if (inPre) return text;
  if (isLiteral) return BETWEEN_CELLS.has(tree.tag[tree.parent[node]!]!) && text.trim() === '' ? '' : text;
  // Highlighters outside <pre> use no-break spaces.
  const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ');
  return (isAtStart && collapsed[0] === ' ' ? collapsed.slice(1) : collapsed).replaceAll('\u00a0', ' ');
}

function isLine(tag: number): boolean {
  return (meaning(tag) & IS_BLOCK) !== 0 && tag !== TAG.td && tag !== TAG.th && tag !== TAG.pre;
}

const GUTTER =
  /(?:^|[\s_-])(?:gutter|line-?numbers?(?:-rows)?|lineno|linenos|linenodiv|line-num|lnt?|blob-num|hljs-ln-numbers|copy|copy-?(?:btn|button|code)|clipboard(?:-copy)?)(?:$|[\s_-])/i;
/** The text of a gutter, and the maximum characters of the text of a button. The latter was set by hand. */
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

/** True if an element has only digits as text, and its class or that of its parent or grandparent names a gutter. */
export function isLineNumbers(tree: PageTree, node: number): boolean {
  const parent = tree.parent[node]!;
  const names = [node, parent, tree.parent[parent] ?? -1].map(n =>
    n > 0 ? tree.attribute(n, ATTR.class) : '',
  );
  return names.some(name => name !== undefined && GUTTER.test(name)) && NUMBERS.test(tree.textContent(node));
}

function trimLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

const LANGUAGE_CLASSES = [
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|src|source)-([\w+#.-]{1,30})/i,
  /(?:^|\s)brush:\s{0,3}([\w+#.-]{1,30})/i,
  /(?:^|\s)(?:sourceCode|syntaxhighlighter(?:\s+nogutter)?)\s{1,3}([\w+#.-]{1,30})/,
  /(?:^|\s)highlight-([a-z0-9+#]{1,15})(?:$|\s)/i,
];
const HIGHLIGHTER = /(?:^|\s)(?:hljs|hl|highlight|prettyprint|codehilite|chroma|shiki|code-block)(?:$|\s|-)/i;

const NO_LANGUAGE: ReadonlySet<string> = new Set(
  (
    'none plain plaintext text txt nohighlight undefined auto default code block box copy copyable content container ' +
    'linenums wrap wrapper notranslate dark light theme en de fr es it pt ru zh ja ko nl pl tr ar'
  ).split(' '),
);

const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'ada apache applescript asm asp awk bash basic bat batch c c++ c# clojure clj cmake cobol coffeescript console cpp ' +
    'cs csharp css csv cuda cypher d dart delphi diff django docker dockerfile elixir elm erb erlang fish fortran ' +
    'fsharp f# gherkin glsl go golang gradle graphql groovy haml handlebars haskell hcl hs html http ini java ' +
    'javascript jinja js json json5 jsonc jsx julia kotlin kt kusto latex lean less lisp lua makefile markdown matlab ' +
    'md mermaid mysql nasm nginx nim nix objc objectivec objective-c ocaml octave pascal patch perl pgsql php ' +
    'plpgsql plsql postgresql powershell prisma prolog properties proto protobuf ps1 puppet purescript py python r ' +
    'racket razor rb regex rs rst ruby rust sas sass scala scheme scss sh shell sol solidity sql stata svelte swift ' +
    'tcl terraform tex toml ts tsx twig typescript vb vba vbnet verilog vhdl vim vue wasm xml xquery yaml yml zig zsh'
  ).split(' '),
);

const LABEL_NAME = /(?:^|[\s_-])(?:lang|language)(?=$|[\s_-])/;
/** Maximum nodes between a label and its code. Set by hand. */
const LABEL_DISTANCE = 8;

/** True for the visible name of a language directly before its code. */
export function isCodeLabel(tree: PageTree, node: number): boolean {
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || !LABEL_NAME.test(names) || tree.end[node]! - node > 3) return false;
  if (!LANGUAGES.has(tree.textContent(node).trim().toLowerCase())) return false;
  for (let n = tree.end[node]!; n < Math.min(tree.count, tree.end[node]! + LABEL_DISTANCE); n++) {
    if (tree.tag[n] === TAG.pre) return true;
    if (tree.tag[n] === TAG['#text'] && tree.text(n).trim() !== '') return false;
  }
  return false;
}

/** Levels searched above a code block for its language. Set by hand. */
const WRAPPERS = 8;
const NO_WRAPPERS = tagSet('body article main section li blockquote');

function languageOf(tree: PageTree, node: number): string | undefined {
  const inner = firstCode(tree, node);
  const own = (inner < 0 ? undefined : namedAt(tree, inner)) ?? namedAt(tree, node);
  if (own !== undefined) return own;
  const largest = 4 * (tree.end[node]! - node) + 40;
  for (let n = tree.parent[node]!, i = 0; n > 0 && i < WRAPPERS; n = tree.parent[n]!, i++) {
    if (NO_WRAPPERS.has(tree.tag[n]!) || tree.end[n]! - n > largest) return undefined;
    const language = namedAt(tree, n);
    if (language !== undefined) return language;
  }
  return undefined;
}

function firstCode(tree: PageTree, node: number): number {
  for (let n = tree.firstChild(node); n >= 0; n = tree.nextSibling(n)) if (tree.tag[n] === TAG.code) return n;
  return -1;
}

function namedAt(tree: PageTree, node: number): string | undefined {
  for (const name of LANGUAGE_ATTRIBUTES) {
    const language = languageName(tree.attribute(node, name)?.trim() ?? '');
    if (language !== undefined) return language;
  }
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || names.length > 500) return undefined;
  for (const pattern of LANGUAGE_CLASSES) {
    const language = languageName(pattern.exec(names)?.[1] ?? '');
    if (language !== undefined) return language;
  }
  if (!HIGHLIGHTER.test(names)) return undefined;
  return names
    .toLowerCase()
    .split(/\s+/)
    .find(name => LANGUAGES.has(name));
}

const LANGUAGE_ATTRIBUTES = [
  ATTR['data-lang'],
  ATTR['data-language'],
  ATTR.language,
  ATTR['data-code-language'],
  ATTR['data-enlighter-language'],
];

/** True for `<code>` that is shown as a block, by its class, its style or a line break, and for divisions named as code. */
export function isBlockCode(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node];
  const isDivision = tag === TAG.div && tree.attributeIndex(node, ATTR['data-lang']) >= 0;
  if (tag !== TAG.code && !isDivision) return false;
  const names = tree.attribute(node, ATTR.class) ?? '';
  if (isDivision) return /(?:^|\s)code-?block(?:$|\s)/.test(names);
  if (/(?:^|\s)(?:block|code-?block)(?:$|\s)/.test(names)) return true;
  return BLOCK_STYLE.test(tree.attribute(node, ATTR.style) ?? '') || isBrokenCode(tree, node);
}

const BLOCK_STYLE = /white-space:\s{0,3}(?:pre|break-spaces)/i;
/** Number of nodes searched for the first line break of a code. Set by hand. */
const FIRST_LINE = 40;

/** True for `<code>` with a line break that is alone in its block; cells of Markdown have no blocks. */
function isBrokenCode(tree: PageTree, node: number): boolean {
  const parent = tree.parent[node]!;
  const around = tree.tag[parent]!;
  if (tree.tag[node] !== TAG.code || !(meaning(around) & IS_BLOCK)) return false;
  if (around === TAG.td || around === TAG.th) return false;
  const line = tree.tag.subarray(node, Math.min(tree.end[node]!, node + FIRST_LINE)).indexOf(TAG.br);
  return (
    line > 0 &&
    isBlankBetween(tree, parent + 1, node) &&
    isBlankBetween(tree, tree.end[node]!, tree.end[parent]!)
  );
}

function isBlankBetween(tree: PageTree, from: number, to: number): boolean {
  return from === to || (from + 1 === to && tree.tag[from] === TAG['#text'] && tree.text(from).trim() === '');
}

const CODE_CELL = /(?:^|\s)(?:blob-code|js-file-line|hljs-ln-code)(?:$|\s)/;
/** Number of nodes searched for the cell with the code, which follows the cell with the line numbers. Set by hand. */
const FIRST_CELLS = 12;

export function isCodeTable(tree: PageTree, node: number): boolean {
  const end = Math.min(tree.end[node]!, node + FIRST_CELLS);
  for (let n = node + 1; n < end; n++)
    if (tree.tag[n] === TAG.td && CODE_CELL.test(tree.attribute(n, ATTR.class) ?? '')) return true;
  return false;
}

function languageName(name: string): string | undefined {
  const language = name.toLowerCase();
  return /^[a-z0-9+#._-]{1,30}$/.test(language) && !NO_LANGUAGE.has(language) ? language : undefined;
}

import { ATTR, TAG } from '../tree/names.js';
import { tagSet } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import { BlockFrame, type Frame, withoutEdgeRules } from './assembly.js';
import type { Inline } from './content.js';

const BOX =
  /(?:^|\s)(?:admonition|admonitionblock|theme-admonition|alert|markdown-alert|callout|kg-callout-card|custom-block|notecard|notices?|hint|book-hint|starlight-aside|confluence-information-macro|NOTE|TIP|IMPORTANT|CAUTION|WARNING)(?=$|\s|-)(?!-(?:body|content|inner|icon)(?:$|\s))/;

const ADMONITION = /(?:^|\s)(?:theme-)?admonition-([a-z]{1,12})(?=$|\s)/;

const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    note: 'note primary secondary light',
    info: 'info information',
    tip: 'tip hint',
    success: 'success check done',
    important: 'important',
    warning: 'warning warn attention',
    caution: 'caution',
    danger: 'danger error',
    example: 'example',
    question: 'question faq help',
    abstract: 'abstract summary tldr',
    todo: 'todo',
    bug: 'bug',
    quote: 'quote',
  }).flatMap(([kind, words]) => words.split(' ').map((word): [string, string] => [word, kind])),
);

const BOX_TAGS = tagSet('div aside section blockquote p');
const TITLE = /(?:^|[\s_-])(?:title|heading|box-label)(?=$|[\s_-])/;
const TITLE_TAGS = tagSet('div p');
const TITLE_DEPTH = 3;

export function calloutKind(tree: PageTree, node: number): string | undefined {
  const tag = tree.tag[node]!;
  if (!BOX_TAGS.has(tag)) return undefined;
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || !BOX.test(names)) return tag === TAG.aside ? kindOfAside(tree, node) : undefined;
  const own = statedKind(tree, node, names);
  if (own !== undefined) return own;
  const named = names
    .replaceAll(MACRO, '')
    .split(/[\s_-]+/)
    .map(word => KINDS.get(word.toLowerCase()));
  // In `hint hint-warning`, `hint` (the kind `tip`) only marks the box, so any other kind is preferred.
  const kinds = named.filter(kind => kind !== undefined);
  const kind = kinds.find(kind => kind !== 'tip') ?? kinds[0];
  return kind ?? kindOfTitle(tree, node);
}

/** The class of all boxes of Confluence, which contains the name of a kind. */
const MACRO = 'confluence-information-macro';

/** Docusaurus adds the class of its style, which is named for another kind: `admonition-tip alert--success`. */
function statedKind(tree: PageTree, node: number, names: string): string | undefined {
  const stated = tree.attribute(node, ATTR['data-callout']) ?? ADMONITION.exec(names)?.[1];
  return kindOf(stated ?? tree.attributes(node).find(([name]) => name === 'data-callout-type')?.[1] ?? '');
}

/** Outside of `<aside>`, the role also marks references to other pages. */
function kindOfAside(tree: PageTree, node: number): string | undefined {
  if (tree.attribute(node, ATTR.role) !== 'note') return undefined;
  return kindOf(tree.attribute(node, ATTR['data-callout']) ?? '') ?? 'note';
}

function kindOf(word: string): string | undefined {
  return KINDS.get(word.toLowerCase());
}

function kindOfTitle(tree: PageTree, box: number): string | undefined {
  for (let n = box + 1, seen = 0; n < tree.end[box]! && seen < 8; n++) {
    if (tree.tag[n] === TAG['#text']) continue;
    seen++;
    if (isCalloutTitle(tree, n, box)) return kindOf(tree.textContent(n).trim());
  }
  return undefined;
}

export function isCalloutTitle(tree: PageTree, node: number, box: number): boolean {
  const isNamed = TITLE.test(tree.attribute(node, ATTR.class) ?? '');
  if (!isNamed && !isKindAlone(tree, node)) return false;
  let up = tree.parent[node]!;
  for (let step = 1; step < TITLE_DEPTH && up > box; step++) up = tree.parent[up]!;
  return up === box;
}

/** Maximum nodes of a title that consists of the word for a kind. */
const LARGEST_TITLE = 12;

/** True for a block with only the word for a kind: `Note`, `Tip:`. */
function isKindAlone(tree: PageTree, node: number): boolean {
  if (!TITLE_TAGS.has(tree.tag[node]!) || tree.end[node]! - node > LARGEST_TITLE) return false;
  return kindOf(tree.textContent(node).trim().replace(/:$/, '')) !== undefined;
}

/** An open callout. A title that does not come first becomes a paragraph. */
export class CalloutFrame extends BlockFrame {
  private text: Inline[] | undefined;
  private isSupplement = false;

  constructor(
    readonly node: number,
    private readonly kind: string,
  ) {
    super();
  }

  get isEmpty(): boolean {
    return this.children.length === 0 && this.text === undefined;
  }

  title(inlines: Inline[], isSupplement: boolean): void {
    this.text = inlines;
    this.isSupplement = isSupplement;
  }

  override close(parent: Frame): void {
    const { kind, text: title, node } = this;
    const children = withoutEdgeRules(this.children);
    const supplement = this.isSupplement || undefined;
    if (!this.isEmpty) parent.append({ type: 'callout', kind, children, node, title, supplement });
  }
}

import { ATTR, TAG } from '../tree/names.js';
import { tagSet } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import { BlockFrame, type Frame, withoutEdgeRules } from './assembly.js';
import type { Inline } from './content.js';

const BOX =
  /(?:^|\s)(?:admonition|admonitionblock|theme-admonition|alert|markdown-alert|callout|kg-callout-card|custom-block|notecard|notices?|hint|book-hint|starlight-aside|confluence-information-macro)(?=$|\s|-)/;

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
const TITLE_DEPTH = 3;

export function calloutKind(tree: PageTree, node: number): string | undefined {
  if (!BOX_TAGS.has(tree.tag[node]!)) return undefined;
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || !BOX.test(names)) return undefined;
  // Docusaurus adds the class of its style, which is named for another kind: `admonition-tip alert--success`.
  const stated = tree.attribute(node, ATTR['data-callout']) ?? ADMONITION.exec(names)?.[1];
  const own = KINDS.get(stated?.toLowerCase() ?? '');
  if (own !== undefined) return own;
  const named = names.split(/[\s_-]+/).map(word => KINDS.get(word.toLowerCase()));
  // In `hint hint-warning`, `hint` (the kind `tip`) only marks the box, so any other kind is preferred.
  const kinds = named.filter(kind => kind !== undefined);
  const kind = kinds.find(kind => kind !== 'tip') ?? kinds[0];
  return kind ?? kindOfTitle(tree, node);
}

function kindOfTitle(tree: PageTree, box: number): string | undefined {
  for (let n = box + 1, seen = 0; n < tree.end[box]! && seen < 8; n++) {
    if (tree.tag[n] === TAG['#text']) continue;
    seen++;
    if (isCalloutTitle(tree, n, box)) return KINDS.get(tree.textContent(n).trim().toLowerCase());
  }
  return undefined;
}

export function isCalloutTitle(tree: PageTree, node: number, box: number): boolean {
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || !TITLE.test(names)) return false;
  let up = tree.parent[node]!;
  for (let step = 1; step < TITLE_DEPTH && up > box; step++) up = tree.parent[up]!;
  return up === box;
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

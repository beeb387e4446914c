import type { ContentNode, Footnote, Inline } from '../content/content.js';
import { type MarkdownOptions, markdownSettings } from '../options.js';
import { footnotesIn } from './article-like.js';
import { plainContent } from './markdown-plain.js';
import { blocksText } from './text.js';

/** Returns the same array if no option replaces anything. */
export function adaptedContent(
  given: readonly ContentNode[],
  options?: MarkdownOptions,
): readonly ContentNode[] {
  const { footnotes, images, links, math, preset } = markdownSettings(options);
  const blocks = preset === 'llm' ? plainContent(given) : given;
  const rules = { ...IMAGES[images], ...LINKS[links], ...MATH[math] };
  const noteRules = NOTES[footnotes](blocks, rules);
  if (Object.keys(rules).length === 0 && noteRules === undefined) return blocks;
  return rewritten(blocks, { ...rules, ...noteRules }, false) as ContentNode[];
}

type Content = ContentNode | Inline;

/**
 * Returns the replacements of a node, which are not rewritten further; a rule calls `again` to rewrite inlines that it
 * keeps. `isLine` is true if the node is among inlines.
 */
type Rule = (node: never, isLine: boolean, again: (inlines: readonly Inline[]) => Inline[]) => Content[];
type Rules = Readonly<Record<string, Rule>>;

const LINES: ReadonlySet<string> = new Set(['caption', 'summary', 'terms', 'title']);
const HOLD_LINES: ReadonlySet<string> = new Set(['paragraph', 'heading']);

function rewritten(nodes: readonly unknown[], rules: Rules, isLine: boolean): unknown[] {
  const again = (inlines: readonly Inline[]) => rewritten(inlines, rules, true) as Inline[];
  return nodes.flatMap(node => {
    if (typeof node !== 'object' || node === null) return [node];
    if (Array.isArray(node)) return [rewritten(node, rules, isLine)];
    const { type } = node as { readonly type?: string };
    const rule = type !== undefined && Object.hasOwn(rules, type) ? rules[type] : undefined;
    if (rule !== undefined) return rule(node as never, isLine, again);
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const holdsLine = isLine || LINES.has(key) || (key === 'children' && HOLD_LINES.has(type ?? ''));
        return [key, Array.isArray(value) ? rewritten(value, rules, holdsLine) : value];
      }),
    );
    return isEmptied(node, copy) ? [] : [copy];
  });
}

function isEmptied(node: object, copy: Readonly<Record<string, unknown>>): boolean {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  return (
    HOLD_LINES.has(String(copy.type)) &&
    isEmpty(copy.children) &&
    'children' in node &&
    !isEmpty(node.children)
  );
}

const text = (value: string): Inline => ({ type: 'text', text: value });

function placed(inlines: Inline[], isLine: boolean): Content[] {
  if (isLine || inlines.length === 0) return inlines;
  return [{ type: 'paragraph', children: inlines }];
}

type Node<T extends Content['type']> = Extract<Content, { type: T }>;

const nothing: Rule = () => [];

const IMAGES: Readonly<Record<NonNullable<MarkdownOptions['images']>, Rules>> = {
  inline: {},
  alt: {
    image: ({ alt = '' }: Node<'image'>, isLine) => placed(alt.trim() === '' ? [] : [text(alt)], isLine),
  },
  none: { image: nothing },
};

const titleOnly: Rule = ({ title }: Node<'video' | 'audio' | 'embed'>, isLine) =>
  placed(title === undefined ? [] : [text(title)], isLine);

const LINKS: Readonly<Record<NonNullable<MarkdownOptions['links']>, Rules>> = {
  inline: {},
  reference: {},
  none: {
    link: ({ children }: Node<'link'>, _, again) => again(children),
    video: titleOnly,
    audio: titleOnly,
    embed: titleOnly,
  },
};

const MATH: Readonly<Record<NonNullable<MarkdownOptions['math']>, Rules>> = {
  dollar: {},
  backslash: {},
  none: { math: formulaAsCode },
};

function formulaAsCode({ latex, text: shown }: Node<'math'>, isLine: boolean): Content[] {
  if (latex === undefined || latex.trim() === '') return placed([text(shown)], isLine);
  return [isLine ? { type: 'code', text: latex } : { type: 'code', language: 'latex', text: latex.trim() }];
}

type NoteRules = (blocks: readonly ContentNode[], others: Rules) => Rules | undefined;

const NOTES: Readonly<Record<NonNullable<MarkdownOptions['footnotes']>, NoteRules>> = {
  reference: () => undefined,
  inline: notesInline,
  none: () => ({ footnotes: nothing, footnoteReference: nothing }),
};

/** Notes go to their first reference. Those without a reference stay where they are, without a mark. */
function notesInline(blocks: readonly ContentNode[], others: Rules): Rules {
  const notes = new Map<string, Footnote>(footnotesIn(blocks).map(note => [note.id, note]));
  const referenced = referencesIn(blocks);
  const written = new Set<string>();
  const inside: Rules = { ...others, footnoteReference: nothing };
  return {
    footnoteReference({ note: id, text: shown }: Node<'footnoteReference'>) {
      const note = notes.get(id);
      if (note === undefined) return [text(shown)];
      if (written.has(id)) return [];
      written.add(id);
      const line = rewritten(noteLine(note), inside, true) as Inline[];
      return line.length === 0 ? [] : [text(' ('), ...line, text(')')];
    },
    footnotes: ({ items }: Node<'footnotes'>) =>
      items
        .filter(({ id }) => !referenced.has(id))
        .flatMap(({ children }) => rewritten(children, inside, false) as ContentNode[]),
  };
}

function noteLine({ children }: Footnote): Inline[] {
  const lines = children.map(block =>
    block.type === 'paragraph' ? block.children : [text(blocksText([block]))],
  );
  return lines.flatMap((line, i) => (i === 0 ? line : [text(' '), ...line]));
}

function referencesIn(blocks: readonly ContentNode[]): Set<string> {
  const found = new Set<string>();
  const open: unknown[] = [...blocks];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const node = value as { readonly type?: string; readonly note?: string };
    if (node.type === 'footnotes') continue;
    if (node.type === 'footnoteReference' && node.note !== undefined) found.add(node.note);
    for (const inner of Object.values(value)) open.push(inner);
  }
  return found;
}

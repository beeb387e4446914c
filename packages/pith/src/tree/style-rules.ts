import { Declarations, plainCss, splitAt } from './declarations.js';
import { ATTR, TAG } from './names.js';
import { matches, parseSelector, type Selector } from './selectors.js';
import type { PageTree } from './tree.js';

/** Maximum characters of style sheets read per page. Set by hand. */
const MOST_CSS = 2_000_000;
/** Rules kept per page, and per tag, class or id: bounds the time for a node. Set by hand. */
const MOST_RULES = 4_000;
const MOST_PER_KEY = 12;
const MOST_STEPS = 4;
/** Ancestors searched for one step of a selector. Set by hand. */
const MOST_CLIMB = 40;

/** Declarations without one of these words do not hide text. */
export const MAY_HIDE =
  /none|hid|collapse|opacity|font|colou?r|background|indent|-\s?\d{3}|\d(?:vw|em)|transform|translate|scale|clip|zoom|height|width|visible|\\/i;

interface StyleRule {
  /** Compound selectors of the element and its ancestors, innermost first; `isChild` of the one before it. */
  readonly steps: readonly { readonly selector: Selector; readonly isChild: boolean }[];
  readonly declarations: Declarations;
  readonly order: number;
}

/**
 * The rules of a page's own style sheets with simple selectors: tags, classes, ids and attributes, below others or not.
 * Rules with pseudo-classes and sibling combinators are skipped.
 */
export class StyleRules {
  /** True if the page has rules or files of rules that were not read and may set the ground of a text. */
  hasOthers = false;
  private readonly byKey = new Map<string, StyleRule[]>();
  private count = 0;

  constructor(private readonly tree: PageTree) {
    let left = MOST_CSS;
    for (let node = 1; node < tree.count; node++) {
      if (tree.tag[node] === TAG.link) this.hasOthers ||= isSheet(tree, node);
      if (tree.tag[node] !== TAG.style || left <= 0) continue;
      if (/^(?:print|speech)$/i.test(tree.attribute(node, ATTR.media)?.trim() ?? '')) continue;
      const css = tree.textContent(node).slice(0, left);
      left -= css.length;
      this.read(plainCss(css));
    }
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Declarations of all rules for an element, in the order of the cascade; undefined if there are none. */
  declarationsOf(node: number): Declarations | undefined {
    const { tree } = this;
    const rules = [...(this.byKey.get(tree.tagName(node)) ?? []), ...(this.byKey.get('*') ?? [])];
    const id = tree.attribute(node, ATTR.id);
    const names = tree.attribute(node, ATTR.class)?.slice(0, 1_000).split(/\s+/) ?? [];
    for (const name of new Set(names)) rules.push(...(this.byKey.get(`.${name}`) ?? []));
    if (id !== undefined) rules.push(...(this.byKey.get(`#${id}`) ?? []));
    const own = rules.filter(rule => this.applies(rule, node));
    if (own.length === 0) return undefined;
    own.sort((a, b) => weight(a) - weight(b) || a.order - b.order);
    const all = Declarations.parse('');
    for (const { declarations } of own) all.overrideBy(declarations);
    return all;
  }

  private applies({ steps }: StyleRule, node: number): boolean {
    const { tree } = this;
    let at = node;
    for (const [i, { selector, isChild }] of steps.entries()) {
      if (i > 0) at = tree.parent[at]!;
      const most = i > 0 && !isChild ? MOST_CLIMB : 0;
      for (let climb = 0; at > 0 && climb < most && !matches(tree, at, selector); climb++)
        at = tree.parent[at]!;
      if (at <= 0 || !matches(tree, at, selector)) return false;
    }
    return true;
  }

  private read(css: string): void {
    for (let at = 0; at < css.length; ) {
      const open = css.indexOf('{', at);
      if (open < 0) return;
      const prelude = css.slice(at, open);
      this.hasOthers ||= prelude.includes('@import');
      const selector = prelude.slice(Math.max(prelude.lastIndexOf('}'), prelude.lastIndexOf(';')) + 1).trim();
      if (selector.startsWith('@')) {
        // The rules of a group are read as if they stood alone; the closing brace of the group is skipped.
        at = isReadGroup(selector) ? open + 1 : endOfGroup(css, open);
        continue;
      }
      const close = css.indexOf('}', open);
      const body = css.slice(open + 1, close < 0 ? css.length : close);
      if (MAY_HIDE.test(body) || body.includes('display')) this.add(selector, body);
      at = close < 0 ? css.length : close + 1;
    }
  }

  private add(list: string, body: string): void {
    const declarations = Declarations.parse(body);
    for (const text of splitAt(list.slice(0, 4_000), ',')) {
      const steps = stepsOf(text.trim());
      if (steps === undefined) this.hasOthers ||= declarations.get('background-color') !== undefined;
      else this.index({ steps, declarations, order: this.count });
    }
  }

  private index(rule: StyleRule): void {
    const { tag, id, classes } = rule.steps[0]!.selector;
    const key = id !== undefined ? `#${id}` : classes.length > 0 ? `.${classes[0]}` : (tag ?? '*');
    const rules = this.byKey.get(key);
    if (this.count >= MOST_RULES || (rules !== undefined && rules.length >= MOST_PER_KEY)) return;
    if (rules === undefined) this.byKey.set(key, [rule]);
    else rules.push(rule);
    this.count++;
  }
}

function isSheet(tree: PageTree, link: number): boolean {
  return /(?:^|\s)stylesheet(?:\s|$)/i.test(tree.attribute(link, ATTR.rel) ?? '');
}

/** Specificity as one number; counts are small. */
function weight({ steps }: StyleRule): number {
  return steps.reduce((sum, { selector: { tag, id, classes, attributes } }) => {
    return sum + (id === undefined ? 0 : 10_000) + 100 * (classes.length + attributes.length) + (tag ? 1 : 0);
  }, 0);
}

/** Steps of a selector from the element outwards; undefined unless all are simple. */
function stepsOf(text: string): StyleRule['steps'] | undefined {
  const parts = text.replaceAll('>', ' > ').split(/\s+/).reverse();
  const steps: { selector: Selector; isChild: boolean }[] = [];
  let isChild = false;
  for (const part of parts) {
    if (part === '>') {
      isChild = true;
      continue;
    }
    const selector = part === '*' ? ANY : parseSelector(part);
    if (selector === undefined || steps.length === MOST_STEPS) return undefined;
    steps.push({ selector, isChild });
    isChild = false;
  }
  return steps.length === 0 ? undefined : steps;
}

const ANY: Selector = { tag: undefined, id: undefined, classes: [], attributes: [] };

/** Width of the window, in pixels, for which media queries are evaluated. */
const WINDOW = 1_280;

function isReadGroup(prelude: string): boolean {
  const [name] = /^@[\w-]{1,40}/.exec(prelude) ?? [''];
  if (name === '@supports' || name === '@layer' || name === '@scope') return true;
  if (name !== '@media') return false;
  if (/\bprint\b(?!\s{0,3}\))|\bspeech\b|\bnot\b|prefers-|orientation|hover|pointer/i.test(prelude))
    return false;
  for (const [, side, value, unit] of prelude.matchAll(
    /(min|max)-width\s{0,3}:\s{0,3}([\d.]{1,9})(px|r?em)/gi,
  )) {
    const width = Number(value) * (unit === 'px' ? 1 : 16);
    if (side!.toLowerCase() === 'min' ? width > WINDOW : width < WINDOW) return false;
  }
  return true;
}

/** Offset after the group that opens at `open`. */
function endOfGroup(css: string, open: number): number {
  let depth = 0;
  for (let i = open; i < css.length; i++) {
    const c = css.charCodeAt(i);
    if (c === OPEN) depth++;
    else if (c === CLOSE && --depth === 0) return i + 1;
  }
  return css.length;
}

const OPEN = '{'.charCodeAt(0);
const CLOSE = '}'.charCodeAt(0);

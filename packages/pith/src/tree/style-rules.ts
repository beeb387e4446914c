import { once } from '../lazy.js';
import { isSameColour } from './colours.js';
import { pixels } from './css-values.js';
import { Declarations, splitAt, withoutComments } from './declarations.js';
import { effectOf } from './hiding.js';
import { HIDES, IS_LIGHT, SETS_GROUND } from './hiding-patterns.js';
import { ATTR, nameHash, nameHashStep, TAG } from './names.js';
import { matchesSteps, parseSelectorList, type Steps } from './style-selectors.js';
import type { PageTree } from './tree.js';

/** Maximum characters of style sheets read per page. Set by hand. */
const MOST_CSS = 30_000;
/** Rules compared with an element, per tag, class or id. Set by hand. */
const MOST_PER_KEY = 24;
/** Sets of names for which overriding rules are looked up, and rules for each. Set by hand. */
const MOST_ELEMENTS = 12;
const MOST_PER_ELEMENT = 200;

interface StyleRule {
  readonly steps: Steps;
  readonly body: string;
  readonly order: number;
}

/** A rule as it is written. Most are never compared with an element, so selectors are parsed when they are needed. */
interface WrittenRule {
  readonly prelude: string;
  readonly body: string;
  selectors?: readonly (Steps | undefined)[];
}

export class StyleRules {
  private readonly sheets: string[] = [];
  /** Rules that may hide an element, by its tag, class or id. */
  private readonly hiding = new Map<string, StyleRule[]>();
  /** 1 for the low bits of the hash of each class or id in `hiding`: most elements have none of them. */
  private readonly names = new Uint8Array(NAME_SLOTS);
  private hidesTags = false;
  /** Rules that may override them, by all names of an element. */
  private readonly others = new Map<string, readonly StyleRule[]>();
  private count = 0;
  private written: readonly WrittenRule[] | undefined;
  private known: ReadonlyMap<string, string> | undefined;
  private readonly hasFiles: boolean;
  private readonly mayPaint = once(() => this.hasFiles || this.sheets.some(css => SETS_GROUND.test(css)));

  constructor(private readonly tree: PageTree) {
    let left = MOST_CSS;
    let hasFiles = false;
    for (let node = 1; node < tree.count; node++) {
      const isLink = tree.tag[node] === TAG.link && isSheet(tree, node);
      if (!isLink && tree.tag[node] !== TAG.style) continue;
      const media = tree.attribute(node, ATTR.media);
      if (media !== undefined && !isForWindow(media)) continue;
      const source = isLink ? sheetIn(tree.attribute(node, ATTR.href) ?? '') : tree.textContent(node);
      hasFiles ||= source === undefined;
      if (source === undefined) continue;
      if (source.length > left || source.includes('@import')) hasFiles = true;
      if (left > 0) this.sheets.push(withoutComments(source.slice(0, left)));
      left -= Math.min(left, source.length);
    }
    this.hasFiles = hasFiles;
    for (const css of this.sheets) this.findHiding(css, HIDES);
    if (this.sheets.length > 0 && !hasFiles && !this.mayPaint())
      for (const css of this.sheets) this.findHiding(css, IS_LIGHT);
  }

  get maySetGround(): boolean {
    return this.mayPaint();
  }

  /** Variables of the whole page. */
  private get variables(): ReadonlyMap<string, string> {
    this.known ??= variablesOf(this.writtenRules);
    return this.known;
  }

  /** Declarations with the values of their variables. */
  resolved(declarations: Declarations): Declarations {
    if (declarations.hasVariables) declarations.resolve(this.variables, !this.hasFiles);
    return declarations;
  }

  /** Declarations of all rules for an element if one of them may hide it, in the order of the cascade. */
  declarationsOf(node: number): Declarations | undefined {
    if (this.hiding.size === 0 || !this.isHidden(node)) return undefined;
    const rules = this.rulesNaming(this.keysOf(node)).filter(rule =>
      matchesSteps(this.tree, node, rule.steps),
    );
    rules.sort((a, b) => weight(a) - weight(b) || a.order - b.order);
    const all = new Declarations();
    for (const { body } of rules) all.overrideBy(Declarations.parse(body));
    return all;
  }

  /** True if one of the hiding rules applies to an element; others may override it. */
  private isHidden(node: number): boolean {
    const isTagHidden =
      this.hidesTags && (this.matchesOne(node, '*') || this.matchesOne(node, this.tree.tagName(node)));
    return (
      isTagHidden || (this.mayBeNamed(node) && this.keysOf(node).some(key => this.matchesOne(node, key)))
    );
  }

  private matchesOne(node: number, key: string): boolean {
    const rules = this.hiding.get(key);
    if (rules === undefined) return false;
    for (const { steps } of rules) if (matchesSteps(this.tree, node, steps)) return true;
    return false;
  }

  private mayBeNamed(node: number): boolean {
    const { tree, names } = this;
    for (let i = tree.attributeFirst[node]!; i < tree.attributeFirst[node + 1]!; i++) {
      const name = tree.attributeName[i]!;
      if (name !== ATTR.class && name !== ATTR.id) continue;
      const stop = tree.attributeStop[i]!;
      for (let at = tree.attributeStart[i]!; at < stop; at++) {
        const from = at;
        let hash = 0;
        for (let c = tree.source.charCodeAt(at); at < stop && c > 32; c = tree.source.charCodeAt(++at))
          hash = nameHashStep(hash, c);
        if (at > from && names[hash & (NAME_SLOTS - 1)] === 1) return true;
      }
    }
    return false;
  }

  /** Finds the rules around the matches of a pattern. Only these are parsed, as style sheets are often long. */
  private findHiding(css: string, pattern: RegExp): void {
    let from = 0;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(css); match !== null; match = pattern.exec(css)) {
      const before = css.slice(from, match.index + 1);
      const open = before.lastIndexOf('{');
      if (open < 0) continue;
      const end = css.indexOf('}', match.index);
      const close = end < 0 ? css.length : end;
      const prelude = before.slice(0, open);
      const body = css.slice(from + open + 1, close);
      const { way, colour, ground } = effectOf(this.resolved(Declarations.parse(body)));
      const isHidden =
        colour !== undefined && (isSameColour(colour, ground) || (pattern === IS_LIGHT && !ground));
      if (way !== 0 || isHidden) this.hide(prelude, body);
      from = close;
      pattern.lastIndex = close;
    }
  }

  private hide(prelude: string, body: string): void {
    for (const steps of selectorsOf(prelude)) {
      if (steps === undefined) continue;
      const key = keyOf(steps);
      const rules = this.hiding.get(key);
      const rule = { steps, body, order: 0 };
      if (/^[.#]/.test(key)) this.names[nameHash(key, 1, key.length) & (NAME_SLOTS - 1)] = 1;
      else this.hidesTags = true;
      if (rules === undefined) this.hiding.set(key, [rule]);
      else if (rules.length < MOST_PER_KEY) rules.push(rule);
      // Rules without conditions are among those that are compared.
      else if (steps.length === 1 && steps[0]!.selector.tests.length === 0) rules[0] = rule;
    }
  }

  private rulesNaming(keys: readonly string[]): readonly StyleRule[] {
    const all = keys.join(' ');
    const known = this.others.get(all);
    if (known !== undefined) return known;
    const rules: StyleRule[] = [];
    const names = keys.filter(key => /^[.#]/.test(key));
    const mayName = this.hiding.has('*') ? /[\\([*]/ : /\\/;
    const isNamed = (prelude: string) =>
      names.length === 0 ||
      names.some(name => prelude.includes(name)) ||
      !/[.#]/.test(prelude) ||
      mayName.test(prelude);
    const mayAdd = () => rules.length < MOST_PER_ELEMENT;
    if (this.others.size >= MOST_ELEMENTS) return keys.flatMap(key => this.hiding.get(key) ?? []);
    for (const rule of this.writtenRules) {
      if (!mayAdd()) break;
      if (!isNamed(rule.prelude)) continue;
      rule.selectors ??= selectorsOf(rule.prelude);
      for (const steps of rule.selectors)
        if (steps !== undefined && keys.includes(keyOf(steps)))
          rules.push({ steps, body: rule.body, order: this.count++ });
    }
    this.others.set(all, rules);
    return rules;
  }

  private get writtenRules(): readonly WrittenRule[] {
    if (this.written !== undefined) return this.written;
    const written: WrittenRule[] = [];
    for (const css of this.sheets) this.read(css, (prelude, body) => written.push({ prelude, body }));
    this.written = written;
    return written;
  }

  private keysOf(node: number): string[] {
    const { tree } = this;
    const keys = ['*', tree.tagName(node)];
    const id = tree.attribute(node, ATTR.id);
    if (id !== undefined) keys.push(`#${id}`);
    const names = tree.attribute(node, ATTR.class)?.slice(0, 1_000).split(/\s+/) ?? [];
    for (const name of new Set(names)) if (name !== '') keys.push(`.${name}`);
    return keys;
  }

  private read(css: string, add: (prelude: string, body: string) => void): void {
    let around = '';
    for (let at = 0; at < css.length; ) {
      const open = css.indexOf('{', at);
      if (open < 0) return;
      const prelude = css.slice(at, open);
      if (prelude.includes('@')) {
        const group = prelude.slice(Math.max(prelude.lastIndexOf('}'), prelude.lastIndexOf(';')) + 1).trim();
        if (group.startsWith('@')) {
          // Rules in an at-rule that applies are read as if outside it; its closing brace joins the next prelude.
          at = isReadGroup(group) ? open + 1 : endOfGroup(css, open);
          const end = css.indexOf('}', at);
          const isNested = around !== '' && at === open + 1 && !css.slice(at, end).includes('{');
          if (isNested) add(around, css.slice(at, end));
          continue;
        }
      }
      const close = css.indexOf('}', open);
      const end = close < 0 ? css.length : close;
      const inner = css.indexOf('{', open + 1);
      if (inner > 0 && inner < end) {
        // Nested rules are read as if they stood alone.
        const own = Math.max(open, css.lastIndexOf(';', inner));
        around = prelude;
        add(prelude, css.slice(open + 1, own + 1));
        at = own + 1;
        continue;
      }
      const isParent = prelude.includes('&') && /^[\s;]*&\s*$/.test(prelude);
      add(isParent ? around : prelude, css.slice(open + 1, end));
      at = end + 1;
    }
  }
}

/** Size of the table of name hashes: a power of two, since `NAME_SLOTS - 1` is used as a mask. */
const NAME_SLOTS = 1024;

/** Variables of the whole page. One of other elements is used if it has the same value everywhere. */
function variablesOf(rules: readonly WrittenRule[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const elsewhere = new Map<string, string>();
  for (const { prelude, body } of rules) {
    if (!body.includes('--')) continue;
    const isRoot = /(?:^|[\s,}>])(?::root|html|body|\*)\s{0,20}(?:,|$)/.test(prelude);
    for (const declaration of body.toLowerCase().split(';')) {
      const [name = '', value] = declaration.split(':', 2).map(part => part.trim());
      if (!name.startsWith('--') || value === undefined) continue;
      if (isRoot) known.set(name, value);
      else elsewhere.set(name, (elsewhere.get(name) ?? value) === value ? value : '');
    }
  }
  for (const [name, value] of elsewhere) if (value !== '' && !known.has(name)) known.set(name, value);
  return known;
}

function isSheet(tree: PageTree, link: number): boolean {
  return /(?:^|\s)stylesheet(?:\s|$)/i.test(tree.attribute(link, ATTR.rel) ?? '');
}

/** The style sheet in a `data:` address; undefined for other addresses. */
function sheetIn(href: string): string | undefined {
  const [, isBase64, data] = /^\s{0,9}data:text\/css[^,]{0,60}?(;base64)?,([\s\S]*)$/i.exec(href) ?? [];
  try {
    return data === undefined || isBase64 === undefined ? data && decodeURIComponent(data) : atob(data);
  } catch {
    return undefined;
  }
}

function weight({ steps }: StyleRule): number {
  return steps.reduce((sum, { selector: { simple, attributes, tests } }) => {
    const classes =
      attributes.length + tests.length + (simple?.classes.length ?? 0) + (simple?.attributes.length ?? 0);
    return sum + (simple?.id === undefined ? 0 : 10_000) + 100 * classes + (simple?.tag ? 1 : 0);
  }, 0);
}

function keyOf(steps: StyleRule['steps']): string {
  const { tag, id, classes = [] } = steps[0]!.selector.simple ?? {};
  if (id !== undefined) return `#${id}`;
  return classes.length > 0 ? `.${classes[0]}` : (tag ?? '*');
}

/** Selectors of the rule around a text that ends before its declarations, also from inside a nested group. */
function selectorsOf(prelude: string): (Steps | undefined)[] {
  let list = '';
  for (let end = prelude.length; end > 0 && /^(?:@|&?$)/.test(list); ) {
    const before = prelude.slice(0, end);
    const start = Math.max(before.lastIndexOf('}'), before.lastIndexOf(';'), before.lastIndexOf('{'));
    list = before
      .slice(start + 1)
      .replace(/^\s{0,20}<!--/, '')
      .trim();
    end = prelude[start] === '{' ? start : before.lastIndexOf('{');
  }
  return parseSelectorList(list);
}

/** Size of the window, in pixels, for which media queries are evaluated. */
const WINDOW = { width: 1_280, height: 800 } as const;

/** Values of media features that a usual window does not have, and features that it lacks. */
const UNUSUAL =
  /^(?:none|coarse|portrait|dark|reduce|active|slow|standalone|fullscreen|minimal-ui|more|less|custom|rec2020|p3|high)$/;
const LACKING =
  /^(?:prefers-[\w-]{1,30}|monochrome|grid|inverted-colors|forced-colors|[\w-]{0,20}(?:resolution|pixel-ratio))$/;

function isReadGroup(prelude: string): boolean {
  const [name] = /^@[\w-]{1,40}/.exec(prelude) ?? [''];
  if (name === '@supports' || name === '@layer' || name === '@scope') return true;
  if (name !== '@media' && name !== '@container') return false;
  return isForWindow(prelude.slice(name.length));
}

const LONGEST_QUERY = 500;

/** True if a list of media queries applies to a usual window. */
function isForWindow(queries: string): boolean {
  return splitAt(queries.slice(0, LONGEST_QUERY).toLowerCase(), ',').some(query => {
    const type = /^\s{0,9}(?:(not|only)\s)?\s{0,9}(print|speech)?/.exec(query)!;
    const features = [...query.matchAll(/(not\s{0,9})?\(([^()]{1,100})\)/g)].map(
      ([, not, feature]) => hasFeature(feature!.trim()) === (not === undefined),
    );
    const isMet = / or /.test(query) ? features.some(Boolean) : features.every(Boolean);
    const isNegated = type[1] === 'not' && !/^\s{0,9}not\s{0,9}\(/.test(query);
    return (isMet && type[2] === undefined) !== isNegated;
  });
}

function hasFeature(feature: string): boolean {
  const [name = '', value] = feature.split(':', 2).map(part => part.trim());
  const limit = /^(min|max)-(?:device-)?(width|height)$/.exec(name);
  if (limit !== null) {
    const size = pixels(value ?? '') ?? 0;
    const own = WINDOW[limit[2] as 'width'];
    return limit[1] === 'min' ? size <= own : size >= own;
  }
  const range = /^(?:([^<>=]{1,20})([<>])=?)?\s{0,9}(width|height)\s{0,9}(?:([<>])=?([^<>=]{1,20}))?$/.exec(
    feature,
  );
  if (range !== null) {
    const own = WINDOW[range[3] as 'width'];
    const [low, high] = [pixels(range[1]?.trim() ?? ''), pixels(range[5]?.trim() ?? '')];
    const isOver = low === undefined || (range[2] === '<' ? low <= own : low >= own);
    return isOver && (high === undefined || (range[4] === '<' ? own <= high : own >= high));
  }
  if (value === undefined) return !LACKING.test(name);
  if (/resolution|pixel-ratio/.test(name)) return (Number.parseFloat(value) || 0) <= 1;
  return !UNUSUAL.test(value);
}

function endOfGroup(css: string, open: number): number {
  let depth = 1;
  let at = open + 1;
  while (depth > 0) {
    const close = css.indexOf('}', at);
    if (close < 0) return css.length;
    for (let next = css.indexOf('{', at); next >= 0 && next < close; next = css.indexOf('{', next + 1))
      depth++;
    depth--;
    at = close + 1;
  }
  return at;
}

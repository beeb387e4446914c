import { once } from '../lazy.js';
import { isSameColour } from './colours.js';
import { Declarations, plainCss, splitAt, withoutComments } from './declarations.js';
import { effectOf } from './hiding.js';
import { ATTR, nameHash, nameHashStep, TAG } from './names.js';
import { MOST_SIBLINGS, matchesStyle, parseStyleSelector, type StyleSelector } from './style-selectors.js';
import type { PageTree } from './tree.js';

/** Maximum characters of style sheets read per page. Set by hand. */
const MOST_CSS = 30_000;
/** Rules compared with an element, per tag, class or id. Set by hand. */
const MOST_PER_KEY = 24;
/** Sets of names for which overriding rules are looked up, and rules for each. Set by hand. */
const MOST_ELEMENTS = 12;
const MOST_PER_ELEMENT = 200;
/** Compound selectors per rule, and ancestors searched for one of them. Set by hand. */
const MOST_STEPS = 8;
const MOST_CLIMB = 40;

/** A compound selector, and the combinator between its element and that of the previous step, which is further in. */
interface Step {
  readonly selector: StyleSelector;
  readonly combinator: string;
}

interface StyleRule {
  /** The innermost element first. */
  readonly steps: readonly Step[];
  readonly body: string;
  readonly order: number;
}

export class StyleRules {
  private readonly sheets: string[] = [];
  /** Rules that may hide an element, by its tag, class or id. */
  private readonly hiding = new Map<string, StyleRule[]>();
  private readonly names = new Set<number>();
  private hidesTags = false;
  /** Rules that may override them, by all names of an element. */
  private readonly others = new Map<string, readonly StyleRule[]>();
  private count = 0;
  private known: Map<string, string> | undefined;
  private readonly hasFiles: boolean;
  private readonly mayPaint = once(() => this.hasFiles || this.sheets.some(css => SETS_GROUND.test(css)));

  constructor(private readonly tree: PageTree) {
    let left = MOST_CSS;
    let hasFiles = false;
    for (let node = 1; node < tree.count; node++) {
      if (tree.tag[node] === TAG.link) hasFiles ||= isSheet(tree, node);
      if (tree.tag[node] !== TAG.style) continue;
      if (/^(?:print|speech)$/i.test(tree.attribute(node, ATTR.media)?.trim() ?? '')) continue;
      const source = tree.textContent(node);
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
    if (this.known !== undefined) return this.known;
    const known = new Map<string, string>();
    const add = (prelude: string, body: string) => {
      if (!/(?:^|[\s,}>])(?::root|html|body|\*)\s{0,20}(?:,|$)/.test(prelude)) return;
      for (const declaration of body.toLowerCase().split(';')) {
        const [name, value] = declaration.split(':', 2);
        if (name!.trim().startsWith('--') && value !== undefined) known.set(name!.trim(), value.trim());
      }
    };
    for (const css of this.sheets) if (css.includes('--')) this.read(css, add);
    this.known = known;
    return known;
  }

  /** Declarations with the values of their variables. */
  resolved(declarations: Declarations): Declarations {
    if (declarations.hasVariables) declarations.resolve(this.variables, !this.hasFiles);
    return declarations;
  }

  /** Declarations of all rules for an element if one of them may hide it, in the order of the cascade. */
  declarationsOf(node: number): Declarations | undefined {
    if (this.hiding.size === 0 || !this.mayHide(node)) return undefined;
    const keys = this.keysOf(node);
    const found = keys.flatMap(key => this.hiding.get(key) ?? []);
    if (!found.some(rule => this.applies(rule, node))) return undefined;
    const rules = this.rulesNaming(keys).filter(rule => this.applies(rule, node));
    rules.sort((a, b) => weight(a) - weight(b) || a.order - b.order);
    const all = new Declarations();
    for (const { body } of rules) all.overrideBy(Declarations.parse(body));
    return all;
  }

  private mayHide(node: number): boolean {
    const { tree, names } = this;
    if (this.hidesTags && (this.hiding.has('*') || this.hiding.has(tree.tagName(node)))) return true;
    for (let i = tree.attributeFirst[node]!; i < tree.attributeFirst[node + 1]!; i++) {
      const name = tree.attributeName[i]!;
      if (name !== ATTR.class && name !== ATTR.id) continue;
      const stop = tree.attributeStop[i]!;
      for (let at = tree.attributeStart[i]!; at < stop; at++) {
        const from = at;
        let hash = 0;
        for (let c = tree.source.charCodeAt(at); at < stop && c > 32; c = tree.source.charCodeAt(++at))
          hash = nameHashStep(hash, c);
        if (at > from && names.has(hash)) return true;
      }
    }
    return false;
  }

  /** Finds the rules around the matches of a pattern. Only these are parsed, as style sheets are often long. */
  private findHiding(css: string, pattern: RegExp): void {
    const search = new RegExp(pattern, 'gi');
    let from = 0;
    for (let match = search.exec(css); match !== null; match = search.exec(css)) {
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
      search.lastIndex = close;
    }
  }

  private hide(prelude: string, body: string): void {
    for (const steps of selectorsOf(prelude)) {
      if (steps === undefined) continue;
      const key = keyOf(steps);
      const rules = this.hiding.get(key);
      if (/^[.#]/.test(key)) this.names.add(nameHash(key, 1, key.length));
      else this.hidesTags = true;
      if (rules === undefined) this.hiding.set(key, [{ steps, body, order: 0 }]);
      else if (rules.length < MOST_PER_KEY) rules.push({ steps, body, order: 0 });
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
    for (const css of this.others.size < MOST_ELEMENTS ? this.sheets : []) {
      this.read(css, (prelude, body) => {
        if (!mayAdd() || !isNamed(prelude)) return;
        for (const steps of selectorsOf(prelude))
          if (steps !== undefined && keys.includes(keyOf(steps)))
            rules.push({ steps, body, order: this.count++ });
      });
    }
    if (this.others.size >= MOST_ELEMENTS) return keys.flatMap(key => this.hiding.get(key) ?? []);
    this.others.set(all, rules);
    return rules;
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

  private applies({ steps }: StyleRule, node: number): boolean {
    const { tree } = this;
    let at = node;
    if (!matchesStyle(tree, at, steps[0]!.selector)) return false;
    for (let i = 1; i < steps.length; i++) {
      const { selector, combinator } = steps[i]!;
      const isSibling = combinator === '+' || combinator === '~';
      const up = (from: number) => (isSibling ? siblingBefore(tree, from) : tree.parent[from]!);
      const most = combinator === ' ' || combinator === '~' ? MOST_CLIMB : 1;
      at = up(at);
      for (let climb = 1; at > 0 && climb < most && !matchesStyle(tree, at, selector); climb++) at = up(at);
      if (at <= 0 || !matchesStyle(tree, at, selector)) return false;
    }
    return true;
  }

  private read(css: string, add: (prelude: string, body: string) => void): void {
    for (let at = 0; at < css.length; ) {
      const open = css.indexOf('{', at);
      if (open < 0) return;
      const prelude = css.slice(at, open);
      if (prelude.includes('@')) {
        const group = prelude.slice(Math.max(prelude.lastIndexOf('}'), prelude.lastIndexOf(';')) + 1).trim();
        if (group.startsWith('@')) {
          // The rules of a group are read as if they stood alone; its closing brace is part of the next prelude.
          at = isReadGroup(group) ? open + 1 : endOfGroup(css, open);
          continue;
        }
      }
      const close = css.indexOf('}', open);
      const end = close < 0 ? css.length : close;
      const inner = css.indexOf('{', open + 1);
      if (inner > 0 && inner < end) {
        // Nested rules are read as if they stood alone.
        const own = Math.max(open, css.lastIndexOf(';', inner));
        add(prelude, css.slice(open + 1, own + 1));
        at = own + 1;
        continue;
      }
      add(prelude, css.slice(open + 1, end));
      at = end + 1;
    }
  }
}

/** Declarations that may hide text, also if escapes disguise them. */
const HIDES =
  /(?:display|visibility|opacity|font-size)\s{0,9}:\s{0,9}var\(|display\s{0,9}:\s{0,9}(?:none|table-column)|letter-spacing\s{0,9}:\s{0,9}-(?!0?\.[0-5])|text-security\s{0,9}:\s{0,9}[dcs]|mask[\w-]{0,6}\s{0,9}:\s{0,9}\w{1,9}-gradient|blur\(\d\d|matrix\(0|(?:rotate[3xy]\w?|skew[xy]?)\((?:-?90|270|1,)|rotate:\s{0,9}[xy]|inset-|(?:left|right|bottom|top|indent|opacity|font-size)\s{0,9}:\s{0,9}(?:\d{4}|(?:-webkit-)?calc\()|(?:right|left|top|bottom)\s{0,9}:\s{0,9}\d{3}(?:%|v)|visibility\s{0,9}:\s{0,9}(?:hid|col)|opacity\s{0,9}[:(]\s{0,9}[.0]|font(?:-size)?\s{0,9}:\s{0,9}[.0-2](?!\d)|-\d{3}|-\d{1,3}r?em|-\d{2,4}v[wh]|clip\s{0,9}:|clip-path|scale\w{0,2}\s{0,9}[:(]\s{0,9}0|translate\s{0,9}:|zoom\s{0,9}:\s{0,9}[.0]|(?:height|width|-size)\s{0,9}:\s{0,9}[.01]\w{0,4}%?\s{0,9}[;}!]|color\s{0,9}:\s{0,9}(?:transparent|#0{4}|rgba|hsla)|text-indent|\w\\[\da-f]|\\[\da-f]{2,6}\s?[a-z]/;
/** Text as light as the usual ground of a page. */
const IS_LIGHT = /[\s;{]color\s{0,9}:\s{0,9}(?:#[ef]|white|snow|ivory|\w{1,20}\()|color[^{}]{0,200}color/;
const SETS_GROUND =
  /background(?:-color)?\s{0,9}:\s{0,9}(?!white|#f{3,6}\b|none|0|transparent|inherit|initial|unset)[^\s]|background-image\s{0,9}:\s{0,9}[^\sn]/i;

function isSheet(tree: PageTree, link: number): boolean {
  return /(?:^|\s)stylesheet(?:\s|$)/i.test(tree.attribute(link, ATTR.rel) ?? '');
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

function selectorsOf(prelude: string): (StyleRule['steps'] | undefined)[] {
  const start = Math.max(prelude.lastIndexOf('}'), prelude.lastIndexOf(';'), prelude.lastIndexOf('{'));
  const list = prelude.slice(start + 1).replace(/^\s{0,20}<!--/, '');
  return splitAt(plainCss(list).slice(0, 4_000), ',').map(text => stepsOf(text.trim()));
}

function stepsOf(text: string): Step[] | undefined {
  const parts = splitAt(text.replace(/[>+~](?!=)/g, ' $& ').replace(/\s+/g, ' '), ' ').reverse();
  const steps: Step[] = [];
  let combinator = ' ';
  for (const part of parts) {
    if (part === '>' || part === '+' || part === '~') {
      combinator = part;
      continue;
    }
    // The parent of a nested rule is not compared.
    const selector = part === '&' ? ANY : parseStyleSelector(part.replace(/^&/, ''));
    if (selector === undefined || steps.length === MOST_STEPS) return undefined;
    steps.push({ selector, combinator });
    combinator = ' ';
  }
  return steps.length === 0 ? undefined : steps;
}

const ANY: StyleSelector = { simple: undefined, attributes: [], tests: [] };

function siblingBefore(tree: PageTree, node: number): number {
  let before = 0;
  let child = tree.firstChild(tree.parent[node]!);
  for (let i = 0; child > 0 && child !== node && i < MOST_SIBLINGS; i++, child = tree.nextSibling(child))
    if (tree.tag[child]! > TAG['#comment']) before = child;
  return child === node ? before : 0;
}

/** Width of the window, in pixels, for which media queries are evaluated. */
const WINDOW = 1_280;

/** Media features of a usual window. */
const USUAL_FEATURES =
  /not (?:print|speech)|\((?:any-)?hover\s{0,3}:\s{0,3}hover\)|\((?:any-)?pointer\s{0,3}:\s{0,3}fine\)|\(orientation\s{0,3}:\s{0,3}landscape\)|\(prefers-color-scheme\s{0,3}:\s{0,3}light\)|\(prefers-[\w-]{1,30}\s{0,3}:\s{0,3}no-preference\)/gi;

function isReadGroup(prelude: string): boolean {
  const [name] = /^@[\w-]{1,40}/.exec(prelude) ?? [''];
  if (name === '@supports' || name === '@layer' || name === '@scope') return true;
  if (name !== '@media') return false;
  const query = prelude.slice(0, 500);
  const isSpecial = /\bprint\b|\bspeech\b|\bnot\b|prefers-|orientation|hover|pointer/i;
  if (isSpecial.test(query) && isSpecial.test(query.replace(USUAL_FEATURES, ''))) return false;
  for (const [, side, value, unit] of query.matchAll(
    /(min|max)-width\s{0,3}:\s{0,3}([\d.]{1,9})(px|r?em)/gi,
  )) {
    const width = Number(value) * (unit === 'px' ? 1 : 16);
    if (side!.toLowerCase() === 'min' ? width > WINDOW : width < WINDOW) return false;
  }
  return true;
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

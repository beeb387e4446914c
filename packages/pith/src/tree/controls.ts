import { ATTR, KNOWN_ATTRIBUTES, TAG } from './names.js';
import type { PageTree } from './tree.js';

/** Names of attributes of a control with the id or class of the element that it opens. */
const TARGET_NAME =
  /^(?:href|aria-(?:controls|owns)|for|popovertarget|data-[\w-]{0,30}(?:target|tab|toggle|panel|control|collapse|content|show|open|expand|href)[\w-]{0,20})$/;

/** Class names of controls, and of the parts that they open. Whole words of names split at hyphens and capitals. */
const OPENER =
  /(?:^|[\s_-])(?:accordions?|toggle[rd]?|toggles|tabs?|collaps\w{0,6}|expand\w{0,5}|trigger|opener|faqs?|question|drop-?down|read-?more|show-?more|view-?more|spoiler|reveal|dropdown|handle)(?=$|[\s_-])/;
const OPENED =
  /(?:^|[\s_-])(?:accordions?|toggle[rd]?|tabs?|tabcontent|panels?|panes?|tab-?(?:pane|panel|content)|collaps\w{0,6}|expand\w{0,5}|faqs?|answers?|drop-?down|read-?more|show-?more|more|spoiler|reveal|dropdown|slides?|carousel|modal|popup|tooltip)(?=$|[\s_-])/;
const OPENING_WORDS =
  /\?$|^[+▸▾▼►›»…]|\b(?:more|show|expand|read|open|view|details|toggle|continue|full|mehr|anzeigen|lire|voir|suite|plus|leer|ver|más|mostrar|leggi|mostra|meer|więcej|visa|ещё|еще|читать|показать|展开|更多|もっと|続き)(?!\p{L})/iu;

/** Maximum number of siblings searched for a control, and of controls stored per id or class. Set by hand. */
const REACH = 3;
const MOST_CONTROLS = 6;
/** Minimum nodes of a panel, and maximum number of siblings compared with it on either side. Set by hand. */
const PANEL_NODES = 8;
const MOST_PANELS = 8;
/** Maximum number of ancestors searched for a control, and of nodes searched inside an element. Set by hand. */
const MOST_LEVELS = 3;
const MOST_NODES = 40;
/** Maximum characters of the text of a control. Set by hand. */
const LONGEST_LABEL = 160;
/** Text nodes with more characters are not trimmed, so that long runs of white space cost no time. */
const MOST_SPACES = 1_000;

/** Finds the controls of a page; `isSeen` is true for the nodes that are visible before anything is opened. */
export class Controls {
  /** The first controls that refer to each id or class: links inside the page, and all others. */
  private readonly links = new Map<string, number[]>();
  private readonly openers = new Map<string, number[]>();
  private readonly before: Int32Array;

  constructor(
    private readonly tree: PageTree,
    private readonly isSeen: (node: number) => boolean,
  ) {
    const { count, tag, parent, attributeFirst, attributeName } = tree;
    this.before = new Int32Array(count);
    const last = new Int32Array(count);
    const isTarget = targetNames(tree);
    for (let node = 1; node < count; node++) {
      if (tag[node]! <= TAG['#comment']) continue;
      const up = parent[node]!;
      this.before[node] = last[up]!;
      last[up] = node;
      for (let i = attributeFirst[node]!; i < attributeFirst[node + 1]!; i++)
        if (isTarget[attributeName[i]!] === 1)
          this.addTargets(node, attributeName[i]!, tree.attributeValue(i));
    }
  }

  opens(root: number): boolean {
    const { tree } = this;
    const isPart = OPENED.test(namesOf(tree, root)) || tree.attribute(root, ATTR.role) === 'tabpanel';
    if (this.isOneOfPanels(root)) return true;
    let node = root;
    for (let level = 0; node > 0 && level < MOST_LEVELS; level++, node = tree.parent[node]!) {
      if (this.isTarget(node, this.openers)) return true;
      // A link to an element around the hidden one, such as "Skip to content", only jumps there.
      if (level === 0 && this.isTarget(node, this.links)) return true;
      if (level > 0 && tree.tag[node] === TAG.body) return false;
      if (level <= 1 && isQuestion(tree, this.before[node]!) && this.isSeen(this.before[node]!)) return true;
      if (this.hasControlBeside(node, isPart)) return true;
    }
    return false;
  }

  /** True if a sibling with the same names shows a part like it: one of several tabs or filters. */
  private isOneOfPanels(root: number): boolean {
    const { tree } = this;
    const name = panelName(tree, root);
    if (name === undefined || tree.end[root]! - root < PANEL_NODES) return false;
    const isAlike = (sibling: number) =>
      tree.tag[sibling] === tree.tag[root] &&
      panelName(tree, sibling) === name &&
      tree.end[sibling]! - sibling >= PANEL_NODES &&
      this.isSeen(sibling);
    for (let at = this.before[root]!, i = 0; at > 0 && i < MOST_PANELS; at = this.before[at]!, i++)
      if (isAlike(at)) return true;
    for (
      let at = tree.nextSibling(root), i = 0;
      at > 0 && i < 2 * MOST_PANELS;
      at = tree.nextSibling(at), i++
    )
      if (isAlike(at)) return true;
    return false;
  }

  private addTargets(control: number, name: number, value: string): void {
    const isAddress = name === ATTR.href;
    if (value.length > 200 || value.length < 2 || (isAddress && !value.startsWith('#'))) return;
    const targets = isAddress ? this.links : this.openers;
    for (const part of value.split(/[\s,]+/)) {
      const target = part.replace(/^[#.]/, '');
      const controls = targets.get(target);
      if (controls === undefined) targets.set(target, [control]);
      else if (controls.length < MOST_CONTROLS) controls.push(control);
    }
  }

  private isTarget(node: number, targets: ReadonlyMap<string, readonly number[]>): boolean {
    const { tree } = this;
    const isOpener = (name: string) => targets.get(name)?.some(control => this.isShown(control)) === true;
    const id = tree.attribute(node, ATTR.id);
    if (id !== undefined && isOpener(id)) return true;
    const classes = tree.attribute(node, ATTR.class)?.slice(0, 400).split(/\s+/) ?? [];
    return classes.some(name => name !== '' && isOpener(name));
  }

  /** True for an element that a reader can find: visible, with a text, a part or a class for a picture. */
  private isShown(control: number): boolean {
    const { tree } = this;
    if (!this.isSeen(control)) return false;
    if (isDisabled(tree, control)) return false;
    if (tree.tag[control] === TAG.input) return !/^hidden$/i.test(tree.attribute(control, ATTR.type) ?? '');
    const end = Math.min(tree.end[control]!, control + MOST_NODES);
    for (let node = control; node < end; node++)
      if (tree.tag[node] === TAG['#text'] ? tree.text(node).trim() !== '' : mayBePicture(tree, node))
        return true;
    return false;
  }

  private hasLabel(checkbox: number): boolean {
    const { tree } = this;
    if (this.isTarget(checkbox, this.openers)) return true;
    let next = tree.nextSibling(checkbox);
    for (let i = 0; next > 0 && i < REACH; i++, next = tree.nextSibling(next))
      if (tree.tag[next] === TAG.label && this.isSeen(next)) return true;
    return false;
  }

  private hasControlBeside(node: number, isPart: boolean): boolean {
    const { tree } = this;
    let sibling = this.before[node]!;
    for (let i = 0; sibling > 0 && i < REACH; i++, sibling = this.before[sibling]!) {
      if (isCheckbox(tree, sibling) && (this.isSeen(sibling) || this.hasLabel(sibling))) return true;
      if ((i === 0 || isPart) && this.isSeen(sibling) && this.isControl(sibling, isPart)) return true;
    }
    let next = tree.nextSibling(node);
    for (let i = 0; next > 0 && i < REACH; i++, next = tree.nextSibling(next))
      if (tree.tag[next]! > TAG['#comment']) return this.isSeen(next) && this.isControl(next, isPart);
    return false;
  }

  /** True for a short element that is or contains a control. Beside a part named as openable, any button is one. */
  private isControl(element: number, isPart: boolean): boolean {
    const { tree } = this;
    if (!isShort(tree, element)) return false;
    const end = Math.min(tree.end[element]!, element + MOST_NODES);
    for (let node = element; node < end; node++) {
      const tag = tree.tag[node]!;
      if (tag <= TAG['#comment'] || !this.isSeen(node) || isDisabled(tree, node)) continue;
      if (tree.attributeIndex(node, ATTR['aria-expanded']) >= 0) return true;
      if (tree.attributeIndex(node, ATTR['data-toggle']) >= 0) return true;
      if (tree.attributeIndex(node, ATTR['data-bs-toggle']) >= 0) return true;
      const isNamed = OPENER.test(namesOf(tree, node));
      if (isNamed && isPart) return true;
      if (isClickable(tree, node) && (isNamed || isPart || OPENING_WORDS.test(tree.textContent(node).trim())))
        return true;
    }
    return false;
  }
}

const KNOWN_TARGETS = Uint8Array.from(KNOWN_ATTRIBUTES.names, name => Number(TARGET_NAME.test(name)));

/** 1 for each number of an attribute that may name the element that a control opens. */
function targetNames({ extraAttributes }: PageTree): Uint8Array {
  const isTarget = new Uint8Array(KNOWN_TARGETS.length + extraAttributes.length);
  isTarget.set(KNOWN_TARGETS);
  extraAttributes.forEach((name, i) => {
    if (TARGET_NAME.test(name)) isTarget[KNOWN_TARGETS.length + i] = 1;
  });
  return isTarget;
}

function namesOf(tree: PageTree, node: number): string {
  const names = `${tree.attribute(node, ATTR.class) ?? ''} ${tree.attribute(node, ATTR.id) ?? ''}`.slice(
    0,
    300,
  );
  // Most names have no capitals.
  return /[^ -@[-~]/.test(names) ? names.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase() : names;
}

function isCheckbox(tree: PageTree, node: number): boolean {
  return tree.tag[node] === TAG.input && /^(?:checkbox|radio)$/i.test(tree.attribute(node, ATTR.type) ?? '');
}

function isDisabled(tree: PageTree, node: number): boolean {
  return tree.tag[node] === TAG.button && tree.attributes(node).some(([name]) => name === 'disabled');
}

/** True for an element that shows a picture, or may show one by its class. */
function mayBePicture(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node]!;
  if (tag === TAG.img || tag === TAG.svg) return true;
  return tag > TAG['#comment'] && tree.attributeIndex(node, ATTR.class) >= 0;
}

function isClickable(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node]!;
  if (tag === TAG.button || tag === TAG.label || tree.attributeIndex(node, ATTR.onclick) >= 0) return true;
  if (tag === TAG.a) return /^(?:#|javascript:|$)/i.test((tree.attribute(node, ATTR.href) ?? '').trim());
  return /^(?:button|tab)$/.test(tree.attribute(node, ATTR.role) ?? '');
}

function panelName(tree: PageTree, node: number): string | undefined {
  const names = tree.attribute(node, ATTR.class)?.slice(0, 400).trim().split(/\s+/) ?? [];
  return names.find(
    name => !/^(?:is-)?(?:hidden|hide|active|open|show|d-none|selected|current)$/i.test(name),
  );
}

/** True for a short element that ends in a question mark. A paragraph is running text. */
function isQuestion(tree: PageTree, node: number): boolean {
  return (
    node > 0 &&
    tree.tag[node] !== TAG.p &&
    isShort(tree, node) &&
    /[?？]\s{0,9}[+▼▾>–-]?$/.test(tree.textContent(node).trim())
  );
}

function isShort(tree: PageTree, element: number): boolean {
  let length = 0;
  for (let node = element; node < tree.end[element]!; node++) {
    if (tree.tag[node] === TAG['#text']) {
      const written = tree.stop[node]! - tree.start[node]!;
      length += written > MOST_SPACES ? written : tree.text(node).trim().length;
    }
    if (length > LONGEST_LABEL || node > element + 4 * MOST_NODES) return false;
  }
  return length > 0;
}

import { HIDDEN, type PageTree, TAG } from 'webpith/stages';

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements whose text is written without escapes; it cannot contain their end tag. */
const RAW = new Set(['script', 'style', 'xmp', 'noembed', 'noframes']);
/** Elements whose content is not written: frames, and `plaintext`, which only the end of the page would close. */
const LEFT_OUT = new Set(['iframe', 'plaintext']);
const DROPS_FIRST_BREAK = new Set(['pre', 'textarea', 'listing']);

/**
 * Writes a rendered page as HTML. Nodes that readers do not see get the attribute `hidden`, so that programs without
 * support for style sheets skip them too.
 */
export function htmlOfTree(tree: PageTree): string {
  const parts: string[] = ['<!doctype html>'];
  const open: { readonly end: number; readonly tag: string }[] = [];
  const closeUntil = (node: number) => {
    while (open.length > 0 && open.at(-1)!.end <= node) parts.push(`</${open.pop()!.tag}>`);
  };
  for (let node = 1; node < tree.count; ) {
    closeUntil(node);
    const name = tree.tagName(node);
    const isHidden = (tree.flags[node]! & ~tree.flags[tree.parent[node]!]! & HIDDEN) !== 0;
    if (tree.tag[node] === TAG['#text']) {
      const around = open.at(-1)?.tag ?? '';
      const text = RAW.has(around) ? raw(tree.text(node)) : escaped(tree.text(node));
      const isBroken = DROPS_FIRST_BREAK.has(around) && text.startsWith('\n');
      const mark = isHidden && !RAW.has(around) && !DROPS_FIRST_BREAK.has(around);
      parts.push(mark ? `<span hidden>${text}</span>` : isBroken ? `\n${text}` : text);
    } else if (tree.tag[node]! > TAG['#comment'] && isName(name)) {
      parts.push(`<${name}${attributesOf(tree, node, isHidden)}>`);
      if (!VOID.has(name)) open.push({ end: tree.end[node]!, tag: name });
      if (LEFT_OUT.has(name)) {
        node = tree.end[node]!;
        continue;
      }
    }
    node++;
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return parts.join('');
}

function attributesOf(tree: PageTree, node: number, isHidden: boolean): string {
  const written = tree
    .attributes(node)
    .filter(([name]) => name !== 'hidden' && isName(name))
    .map(([name, value]) => ` ${name}="${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`);
  return written.join('') + (isHidden ? ' hidden' : '');
}

/** Scripts can create elements and attributes with names that no HTML can have. */
function isName(name: string): boolean {
  return /^[a-z][^\s"'<>/=\0]{0,200}$/i.test(name);
}

/** Escapes the start of an end tag in a script or JSON, which keeps its meaning. */
function raw(text: string): string {
  return text.replaceAll('</', '<\\/');
}

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\u00a0/g, '&nbsp;');
}

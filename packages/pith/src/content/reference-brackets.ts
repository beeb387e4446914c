import { TAG } from '../tree/names.js';
import type { NoteFinder } from './find-footnotes.js';

const SEPARATOR = /^[,;–-]?$/;
const OPEN = /[[(]\s*$/;
const CLOSE = /^\s*[\])]/;

/** Omits the brackets and commas around references: `[1, 2]` with a link on each number. */
export function cutBrackets(finder: NoteFinder): void {
  const { tree, references } = finder;
  const done = new Set<number>();
  for (const node of [...references.keys()].sort((a, b) => a - b)) {
    if (done.has(node) || tree.tag[node] !== TAG.a) continue;
    const separators: number[] = [];
    const group: number[] = [];
    let last = node;
    for (;;) {
      done.add(last);
      group.push(last);
      const between = tree.nextSibling(last);
      const next = between < 0 ? -1 : tree.nextSibling(between);
      if (
        next < 0 ||
        !references.has(next) ||
        !isText(finder, between) ||
        !SEPARATOR.test(tree.text(between).trim())
      )
        break;
      separators.push(between);
      last = next;
    }
    const before = node - 1;
    const after = tree.nextSibling(last);
    if (!isText(finder, before) || after < 0 || !isText(finder, after)) continue;
    const open = OPEN.exec(tree.text(before));
    const close = CLOSE.exec(tree.text(after));
    if (open === null || close === null) continue;
    for (const mark of group)
      references.set(mark, { ...references.get(mark)!, text: `[${references.get(mark)!.text}]` });
    finder.cut(before, { start: open.index, end: tree.text(before).length });
    finder.cut(after, { start: 0, end: close[0].length });
    for (const text of separators) finder.cut(text, { start: 0, end: tree.text(text).trimEnd().length });
  }
}

function isText({ tree }: NoteFinder, node: number): boolean {
  return tree.tag[node] === TAG['#text'];
}

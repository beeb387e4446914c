import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { KNOWN_TAGS, nameHash, TAG } from '../packages/pith/src/tree/names.js';
import { IS_BLOCK, IS_UNSEEN, meaning } from '../packages/pith/src/tree/tags.js';
import { IN_ANCHOR, type PageTree, UNSEEN } from '../packages/pith/src/tree/tree.js';

/** Text between two block boundaries, with the innermost block element around it. */
export interface TextBlock {
  readonly tag: string;
  readonly words: readonly Word[];
}
export interface Word {
  readonly text: string;
  /** Whether its first character lies inside a link. */
  readonly linked: boolean;
}

/** Collects the text of blocks; both trees are written into it, so that the same rule cuts both. */
class BlockWriter {
  readonly blocks: TextBlock[] = [];
  private words: Word[] = [];
  private word = '';
  private linked = false;

  text(text: string, linked: boolean): void {
    for (const piece of text.replaceAll('\0', '').split(/(\s+)/)) {
      if (piece === '') continue;
      if (/^\s/.test(piece)) this.endWord();
      else {
        if (this.word === '') this.linked = linked;
        this.word += piece;
      }
    }
  }

  endWord(): void {
    if (this.word !== '') this.words.push({ text: this.word, linked: this.linked });
    this.word = '';
  }

  /** A boundary: what was written since the last one stood in an element of this tag. */
  end(tag: string): void {
    this.endWord();
    if (this.words.length > 0) this.blocks.push({ tag, words: this.words });
    this.words = [];
  }
}

const bits = (name: string) => meaning(KNOWN_TAGS.find(name, 0, name.length, nameHash(name, 0, name.length)));

export function blocksOfTree(tree: PageTree): TextBlock[] {
  const writer = new BlockWriter();
  const open: number[] = [];
  const innermost = () => tree.tagName(open.at(-1) ?? 0);
  for (let node = 0; node <= tree.count; node++) {
    while (open.length > 0 && node >= tree.end[open.at(-1)!]!) writer.end(tree.tagName(open.pop()!));
    if (node === tree.count) break;
    const tag = tree.tag[node]!;
    if (tag === TAG['#text']) {
      if ((tree.flags[node]! & UNSEEN) === 0)
        writer.text(tree.text(node), (tree.flags[node]! & IN_ANCHOR) !== 0);
    } else if (tag === TAG.br) writer.endWord();
    else if (meaning(tag) & IS_BLOCK) {
      writer.end(innermost());
      open.push(node);
    }
  }
  return writer.blocks;
}

type Node = DefaultTreeAdapterTypes.Node;

export function blocksOfParse5(html: string): TextBlock[] {
  const writer = new BlockWriter();
  const open: string[] = ['#document'];
  let linked = 0;
  // A node to enter, or the name of an element to leave: no recursion, pages nest deeper than the stack.
  const todo: (Node | string)[] = [parse(html, { scriptingEnabled: false })];
  while (todo.length > 0) {
    const next = todo.pop()!;
    if (typeof next === 'string') {
      if (next === 'a') linked--;
      if (bits(next) & IS_BLOCK) writer.end(open.pop()!);
      continue;
    }
    if ('value' in next) writer.text(next.value, linked > 0);
    if (next.nodeName === 'br') writer.endWord();
    if (!('childNodes' in next)) continue;
    if (bits(next.nodeName) & IS_BLOCK) writer.end(open.at(-1)!);
    if (bits(next.nodeName) & IS_UNSEEN) continue;
    if (bits(next.nodeName) & IS_BLOCK) open.push(next.nodeName);
    if (next.nodeName === 'a') linked++;
    todo.push(next.nodeName);
    for (let i = next.childNodes.length - 1; i >= 0; i--) todo.push(next.childNodes[i]!);
  }
  return writer.blocks;
}

import { Layout, PageTree, treeFromHtml } from 'webpith/stages';

/** A box by the id of its element: left, top, width, height, and perhaps the font size. */
export type Boxes = Readonly<Record<string, readonly [number, number, number, number, number?]>>;

/**
 * A page with a hand-made layout. Boxes are given by element id; text has the box of its element. Elements without a
 * box are not drawn.
 */
export function drawnPage(html: string, boxes: Boxes): PageTree & { readonly node: (id: string) => number } {
  const tree = treeFromHtml(html);
  const ids = new Map<string, number>();
  const columns = new Float32Array(4 * tree.count).fill(Number.NaN);
  const styles = new Int32Array(tree.count).fill(-1);
  const sizes: string[] = [];
  for (let node = 1; node < tree.count; node++) {
    const id = tree.attributes(node).find(([name]) => name === 'id')?.[1];
    if (id !== undefined) ids.set(id, node);
    const isText = tree.tagName(node) === '#text';
    const box = id === undefined ? undefined : boxes[id];
    if (isText) columns.copyWithin(4 * node, 4 * tree.parent[node]!, 4 * tree.parent[node]! + 4);
    else if (box) {
      columns.set(box.slice(0, 4) as number[], 4 * node);
      styles[node] = sizes.push(`${box[4] ?? 16}px`) - 1;
    }
  }
  const layout = new Layout({
    viewport: { width: 1280, height: 1024 },
    page: { width: 1280, height: 4000 },
    boxes: columns,
    styleNames: ['font-size'],
    styles,
    styleValues: sizes,
    inFrame: new Uint8Array(tree.count),
  });
  const drawn = new PageTree(tree.source, true, tree.count, tree, [], [], layout);
  return Object.assign(drawn, { node: (id: string) => ids.get(id)! });
}

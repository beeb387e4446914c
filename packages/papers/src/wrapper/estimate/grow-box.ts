/** Extends the box of one node by that of another; boxes are x, y, width, height, NaN if nothing is drawn. */
export function growBox(boxes: Float32Array, node: number, by: number): void {
  const [at, from] = [4 * node, 4 * by];
  const [x, y, width, height] = boxes.subarray(from, from + 4);
  if (Number.isNaN(x!)) return;
  if (Number.isNaN(boxes[at]!)) {
    boxes.copyWithin(at, from, from + 4);
    return;
  }
  const right = Math.max(boxes[at]! + boxes[at + 2]!, x! + width!);
  const bottom = Math.max(boxes[at + 1]! + boxes[at + 3]!, y! + height!);
  boxes[at] = Math.min(boxes[at]!, x!);
  boxes[at + 1] = Math.min(boxes[at + 1]!, y!);
  boxes[at + 2] = right - boxes[at]!;
  boxes[at + 3] = bottom - boxes[at + 1]!;
}

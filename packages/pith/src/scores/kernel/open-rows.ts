import { Room } from '../../tree/room.js';
import { GROUP } from './group.js';

/** Blocks of a stripe that are not settled yet: their positions in the columns and scores so far. */
export class OpenRows {
  count: number;
  private groups: number;
  private readonly places: Int32Array;
  private readonly rows: Int32Array;
  private readonly scores: Float64Array;

  constructor(count: number, start: number) {
    this.count = count;
    this.groups = Math.ceil(count / GROUP);
    const room = new Room(count, 16, 3);
    this.places = room.int32(count);
    this.rows = room.int32(count);
    this.scores = room.float64(count).fill(start);
    for (let i = 0; i < count; i++) this.places[i] = this.rows[i] = i;
  }

  /** Adds the sums of each group with open rows, and closes rows for which `isOpen` returns false. */
  each(sumsOf: (group: number) => Float64Array, isOpen: (row: number, score: number) => boolean): void {
    const { places, rows, scores } = this;
    let left = 0;
    for (let i = 0; i < this.count; ) {
      const group = Math.floor(places[i]! / GROUP);
      const sums = sumsOf(group);
      for (; i < this.count && places[i]! < (group + 1) * GROUP; i++) {
        const score = scores[i]! + sums[places[i]! - group * GROUP]!;
        if (!isOpen(rows[i]!, score)) continue;
        places[left] = places[i]!;
        rows[left] = rows[i]!;
        scores[left++] = score;
      }
    }
    this.count = left;
  }

  isSparse(): boolean {
    return 2 * Math.ceil(this.count / GROUP) <= this.groups;
  }

  moveTogether(
    values: Float32Array,
    width: number,
    stride: number,
    isAsked: (column: number) => boolean,
  ): void {
    const { places, count } = this;
    this.groups = Math.ceil(count / GROUP);
    for (let column = 0, at = 0; column < width; column++, at += stride) {
      if (!isAsked(column)) continue;
      for (let i = 0; i < count; i++) values[at + i] = values[at + places[i]!]!;
    }
    for (let i = 0; i < count; i++) places[i] = i;
  }
}

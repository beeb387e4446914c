import type { Packer } from '../output/compression.js';
import { jsonOf, type Row, withoutArticle, withoutNodeIds } from '../output/row.js';
import { messageOf } from './extract-row.js';
import type { Rows } from './protocol.js';

/** Limits of a message: high enough to amortise its cost, low enough that losing a thread costs little. */
export const MOST_ROWS = 16;
const MOST_BYTES = 1 << 20;
const LARGEST_KEPT = 8 << 20;
/** Bytes of UTF-8 per UTF-16 code unit, at most. */
const MOST_OF_CHARACTER = 3;

export class LinePacker {
  #buffer: Buffer = Buffer.allocUnsafeSlow(MOST_BYTES);
  #length = 0;
  #rows = 0;
  #errors = 0;
  #filtered = 0;
  #begun = performance.now();

  constructor(private readonly pack: Packer) {}

  get isFull(): boolean {
    return this.#rows + this.#filtered >= MOST_ROWS || this.#length >= MOST_BYTES;
  }

  /** Adds a row; undefined counts as filtered. A row that cannot be written becomes a row with an error. */
  add(row: Row | undefined): void {
    if (row === undefined) {
      this.#filtered++;
      return;
    }
    try {
      this.#write(row, jsonOf(row));
    } catch (error) {
      const failed = withoutArticle(row, messageOf(error));
      this.#write(failed, jsonOf(failed));
    }
  }

  #write(row: Row, json: string): void {
    this.#makeRoom(json.length);
    const written = this.#buffer.write(json, this.#length);
    this.#length = withoutNodeIds(this.#buffer, this.#length, this.#length + written);
    this.#rows++;
    if (row.error !== undefined) this.#errors++;
  }

  restart(): void {
    this.#begun = performance.now();
  }

  take(): Rows {
    const lines = this.#buffer.subarray(0, this.#length);
    // A copy: the buffer is reused, and the result is transferred.
    const bytes = new Uint8Array(this.#length === 0 ? lines : this.pack(lines));
    const now = performance.now();
    const taken = {
      bytes,
      unpacked: this.#length,
      rows: this.#rows,
      errors: this.#errors,
      filtered: this.#filtered,
      busy: now - this.#begun,
    };
    if (this.#buffer.length > LARGEST_KEPT) this.#buffer = Buffer.allocUnsafeSlow(MOST_BYTES);
    this.#length = this.#rows = this.#errors = this.#filtered = 0;
    this.#begun = now;
    return taken;
  }

  #makeRoom(characters: number): void {
    const wanted = this.#length + characters * MOST_OF_CHARACTER;
    if (wanted <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** Maps hashes to a few bits: faster than a Set if most lookups miss. */
export class HashBits {
  private readonly mask: number;
  private readonly hashes: Int32Array;
  private readonly bits: Uint8Array;

  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(4 * most + 1));
    this.mask = size - 1;
    this.hashes = new Int32Array(size);
    this.bits = new Uint8Array(size);
  }

  add(hash: number, bits: number): void {
    const slot = this.slot(hash);
    this.hashes[slot] = hash;
    this.bits[slot]! |= bits;
  }

  get(hash: number): number {
    return this.bits[this.slot(hash)]!;
  }

  private slot(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & this.mask;
    while (this.bits[slot] !== 0 && this.hashes[slot] !== hash) slot = (slot + 1) & this.mask;
    return slot;
  }
}

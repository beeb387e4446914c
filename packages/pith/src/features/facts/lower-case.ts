/** The one capital whose small letter is two code units, an i and a dot above it. */
export const DOTTED_I = 0x130;
export const DOT_ABOVE = 0x307;
/** The one capital whose small letter depends on what stands around it. */
export const SIGMA = 0x3a3;

/** Small letter of each code unit, found when first asked for: 0 is not yet known. It depends on nothing else. */
const known = new Uint16Array(65_536);

/** Small letters of a part of a text, as `toLowerCase` gives them, without making a string of it. */
export class LowerCase {
  private codes: Uint16Array = new Uint16Array();
  private from = 0;
  private end = 0;
  private whole: string | undefined;

  /** Turns to another part. */
  begin(codes: Uint16Array, from: number, end: number): void {
    this.codes = codes;
    this.from = from;
    this.end = end;
    this.whole = undefined;
  }

  /** The small letter at a place, or the first unit of two. */
  letter(at: number): number {
    const code = this.codes[at]!;
    if (code === SIGMA) return this.sigma(at);
    if (known[code] === 0) known[code] = String.fromCharCode(code).toLowerCase().charCodeAt(0);
    return known[code]!;
  }

  /** Final or not: only the whole text tells. */
  private sigma(at: number): number {
    // A dotted I would move what stands behind it; it is a letter like I to its neighbours.
    this.whole ??= String.fromCharCode(...this.codes.subarray(this.from, this.end))
      .replaceAll('\u0130', 'I')
      .toLowerCase();
    return this.whole.charCodeAt(at - this.from);
  }
}

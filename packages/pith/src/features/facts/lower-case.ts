/** The only capital whose lower case has two code units, an i and a combining dot. */
export const DOTTED_I = 0x130;
export const DOT_ABOVE = 0x307;
/** The only capital whose lower case depends on its context. */
export const SIGMA = 0x3a3;

const known = new Uint16Array(65_536);

/** Lower-cases a range of code units like `toLowerCase`, without creating a string. */
export class LowerCase {
  private codes: Uint16Array = new Uint16Array();
  private from = 0;
  private end = 0;
  private whole: string | undefined;

  begin(codes: Uint16Array, from: number, end: number): void {
    this.codes = codes;
    this.from = from;
    this.end = end;
    this.whole = undefined;
  }

  letter(at: number): number {
    const code = this.codes[at]!;
    if (code === SIGMA) return this.sigma(at);
    if (known[code] === 0) known[code] = String.fromCharCode(code).toLowerCase().charCodeAt(0);
    return known[code]!;
  }

  private sigma(at: number): number {
    // A dotted I would shift the indices after it. As a neighbour of sigma it is a letter like I.
    this.whole ??= String.fromCharCode(...this.codes.subarray(this.from, this.end))
      .replaceAll('\u0130', 'I')
      .toLowerCase();
    return this.whole.charCodeAt(at - this.from);
  }
}

/** In the text of a link, where brackets must be escaped. */
export const IN_LINK = 1;
export const IN_CELL = 2;
export const IN_STRONG = 4;
/** Between asterisks, next to other content. */
export const BESIDE_ASTERISKS = 8;
/** In a line with code, whose content would become markup if a backtick in the text joined its fence. */
export const BESIDE_CODE = 16;
/** In a line with formulas, whose characters some engines parse as emphasis that ends inside code. */
export const BESIDE_FORMULA = 32;

/** Where a line or part of it is written. A class, since it is read for every text and must stay monomorphic. */
export class LineContext {
  constructor(
    readonly notes: ReadonlyMap<string, string>,
    /** A hard break in a paragraph, a space in a heading, a tag in a cell. */
    readonly lineBreak: string,
    private readonly place = 0,
  ) {}

  is(place: number): boolean {
    return (this.place & place) !== 0;
  }

  and(place: number): LineContext {
    if ((this.place & place) === place) return this;
    return new LineContext(this.notes, this.lineBreak, this.place | place);
  }

  breaking(lineBreak: string): LineContext {
    return new LineContext(this.notes, lineBreak, this.place);
  }
}

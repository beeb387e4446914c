/** In the text of a link, where every bracket counts. */
export const IN_LINK = 1;
/** In a cell of a table with pipes. */
export const IN_CELL = 2;
/** In bold text, where more of it says nothing. */
export const IN_STRONG = 4;
/** Between asterisks, with something else beside it. */
export const BESIDE_ASTERISKS = 8;
/** In a line with code, whose content is markup as soon as a sign of the text takes part in its fences. */
export const BESIDE_CODE = 16;
/** In a line with formulas, whose signs engines may take for emphasis that ends inside code. */
export const BESIDE_FORMULA = 32;

/** What a line, or a part of it, is written for. Of one shape whatever it says: it is asked for every text. */
export class LineContext {
  constructor(
    /** Labels of the footnotes that the document defines, by id. */
    readonly notes: ReadonlyMap<string, string>,
    /** How a break is written: a hard break in a paragraph, a space in a heading, a tag in a cell. */
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

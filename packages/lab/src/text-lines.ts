/** Collects lines of text; collapses white space and drops empty lines. */
export class TextLines {
  readonly #lines: string[] = [];
  #open = '';

  add(text: string): void {
    this.#open += text;
  }

  endLine(): void {
    const line = this.#open.replace(/\s+/g, ' ').trim();
    if (line !== '') this.#lines.push(line);
    this.#open = '';
  }

  text(): string {
    this.endLine();
    return this.#lines.join('\n');
  }
}

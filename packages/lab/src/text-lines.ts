/** Collects text as lines, white space collapsed and empty ones left out. */
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

  /** All lines, the last one ended. */
  text(): string {
    this.endLine();
    return this.#lines.join('\n');
  }
}

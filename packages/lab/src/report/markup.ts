/** Safe HTML. Created only by `html` and `trusted`, so no text gets into the page unescaped. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Text and numbers are escaped, markup is not, undefined is empty. */
type MarkupValue = Markup | string | number | undefined | readonly MarkupValue[];

/** HTML template tag: html`<td>${text}</td>`. Escapes everything but markup. */
export function html(strings: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  return new Markup(strings.map((part, i) => part + (i < values.length ? toSource(values[i]) : '')).join(''));
}

/** For markup without text of a page: the style sheet, the script, a figure. */
export function trusted(source: string): Markup {
  return new Markup(source);
}

function toSource(value: MarkupValue): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.source;
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return value.map(toSource).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g;

export function escapeText(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, sign => ENTITIES[sign]!);
}

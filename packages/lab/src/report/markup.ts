/** HTML that may stand in the page as it is. Made only by `html` and `trusted`, so that no text gets there unescaped. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** What a template may hold: text and numbers are escaped, markup is not, absent things are nothing. */
export type MarkupValue = Markup | string | number | undefined | readonly MarkupValue[];

/** A template of HTML: html`<td>${text}</td>`. Everything put in is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  return new Markup(strings.map((part, i) => part + (i < values.length ? toSource(values[i]) : '')).join(''));
}

/** Markup from a source that holds nothing of a page: our own style sheet and script, a drawn figure. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g;

/** Text as HTML, in content and in quoted attributes. Control characters that HTML does not allow are dropped. */
export function escapeText(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, sign => ENTITIES[sign]!);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
const UNSAFE = /[&<>"\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * Text for between tags or in double quotes. It stays as long as it was, so that places in it mean the same in the frame:
 * characters that HTML forbids are replaced, and a carriage return is not made a line feed.
 */
export function escaped(text: string): string {
  return text.replace(UNSAFE, character => ENTITIES[character] ?? '\uFFFD');
}

/** An attribute with the space before it. */
export function attribute(name: string, value: string): string {
  return ` ${name}="${escaped(value)}"`;
}

/** A style sheet that cannot end its element: what looks like a tag is written as CSS escapes it. */
export function styleText(css: string): string {
  return css.replaceAll('<', '\\3c ').replaceAll('\0', '');
}

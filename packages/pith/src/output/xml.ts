export function xml(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  inner = '',
): string {
  let tag = `<${name}`;
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined) tag += ` ${attribute}="${escapeXml(String(value)).replace(/[\t\n\r]/g, ' ')}"`;
  return inner === '' ? `${tag}/>` : `${tag}>${inner}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/**
 * Escapes text for XML 1.0; removes forbidden characters (most control characters, U+FFFE, U+FFFF) and replaces lone
 * surrogates.
 */
export function escapeXml(text: string): string {
  return text.replace(UNSAFE, character => ESCAPES[character] ?? '').replace(LONE_SURROGATE, '\ufffd');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const UNSAFE = /[&<>"\0-\x08\x0b\x0c\x0d\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

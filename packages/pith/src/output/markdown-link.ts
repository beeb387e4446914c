/**
 * The part between the parentheses of a link or image. If the link text has brackets, marked parses emphasis in the URL
 * too.
 */
export function destination(address: string, title: string | undefined, text = ''): string {
  const escaped = escapeAddress(address);
  const target = text.includes('[') ? escaped.replace(/_|~/g, '\\$&') : escaped;
  return title === undefined ? target : `${target} "${escapeTitle(title)}"`;
}

/**
 * Percent-encodes characters that could end the URL or be parsed as markup; brackets in the host, which cannot be
 * encoded, become references.
 */
function escapeAddress(address: string): string {
  if (PLAIN_ADDRESS.test(address)) return address;
  const host = HOST.exec(address)?.[0] ?? '';
  const rest = address.slice(host.length).replace(/[[\]]/g, percent);
  return (host.replace(/[[\]]/g, reference) + rest)
    .replace(FORBIDDEN_IN_ADDRESS, percent)
    .replace(/[()*]/g, '\\$&')
    .replace(/&(?!\w{1,64}=|#9[13];)/g, '&amp;');
}

const PLAIN_ADDRESS = /^(?:[\w\-.~:/?#@!$'+,;=%]|&\w{1,64}=)*$/;
const HOST = /^[a-z]{1,20}:\/\/[^/?#]{0,300}/i;
const FORBIDDEN_IN_ADDRESS = /[\0-\x20\x7f-\x9f\s<>\\`|^{}"\p{Cs}]/gu;

function percent(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** True if a URL may be written in angle brackets, where nothing is escaped. */
export function isAutolink(address: string): boolean {
  return AUTOLINK.test(address);
}

const AUTOLINK = /^https?:\/\/[^\s<>`"\\^{}|[\]\p{C}]+$/u;

/** A title in double quotes, escaped so that it is harmless even if the link is not parsed as one. */
function escapeTitle(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/&(?=#|\w)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replace(nestsParentheses(text) ? TITLE_SIGNS_AND_PARENTHESES : TITLE_SIGNS, reference)
    .replaceAll('"', '\\"');
}

const TITLE_SIGNS = /[\\`[\]|*_~]|:(?=\/\/)|(?<=www)\./gi;
const TITLE_SIGNS_AND_PARENTHESES = /[\\`[\]|*_~()]|:(?=\/\/)|(?<=www)\./gi;

function reference(sign: string): string {
  return `&#${sign.charCodeAt(0)};`;
}

/** Some engines support only one nested pair of parentheses. */
function nestsParentheses(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth < 0 || depth > 1) return true;
  }
  return depth !== 0;
}

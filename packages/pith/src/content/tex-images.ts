import { isTex } from './tex.js';

/** Query parameters of services that render LaTeX: WordPress, Zhihu, Google Chart and others. */
const PARAMETERS = /[?&](?:latex|tex|chl|formula|eq|equation|math|expr)=([^&#]+)/i;
/** Services whose whole query is LaTeX, by the address before the query: CodeCogs, mathTeX, mimeTeX. */
const SERVICE = /\/\/[^/]{0,100}(?:codecogs\.com|math|tex)|\/(?:mimetex|mathtex|cgi-bin\/[^/]{0,40}tex)/i;
/** Settings of CodeCogs: resolution, size, colours and fonts. */
const SETTINGS =
  /\\(?:dpi|bg|fg|fn)(?:_[a-z]+|\{[^{}]*\})\s?|\\(?:inline|small|large|huge|tiny)(?![a-z])\s?/gi;

const MAX_ADDRESS = 4000;

export function latexOfAddress(address: string): string | undefined {
  if (address.length > MAX_ADDRESS || !/tex|codecogs|%5c|cht=tx|equation/i.test(address)) return undefined;
  const query = PARAMETERS.exec(address)?.[1];
  if (query !== undefined) return texOf(query.replaceAll('+', ' '));
  const mark = address.indexOf('?');
  if (mark >= 0 && SERVICE.test(address.slice(0, mark)))
    return texOf(address.slice(mark + 1).replaceAll('&space;', ' '));
  // A path may end in LaTeX, with its backslash percent-encoded.
  const segment = address.slice(address.lastIndexOf('/') + 1);
  return /%5c/i.test(segment) && !/[?#]/.test(segment) ? texOf(segment) : undefined;
}

function texOf(encoded: string): string | undefined {
  const latex = decoded(encoded).replace(SETTINGS, '').trim();
  const isEquation = latex.includes('=') && /[a-zA-Z]/.test(latex);
  return isTex(latex) || isEquation || /^[a-zA-Z]$/.test(latex) ? latex : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

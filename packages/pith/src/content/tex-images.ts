import { isTex } from './tex.js';

/** Query parameters of services that render LaTeX: WordPress, Zhihu, Google Chart and others. */
const PARAMETERS = /[?&](?:latex|tex|chl|formula|eq|equation|math|expr)=([^&#]+)/i;
/** Services whose whole query is LaTeX: CodeCogs, mathTeX, mimeTeX. */
const WHOLE_QUERY =
  /^(?:https?:)?\/\/[^/?#]*(?:codecogs\.com|math|tex)[^?#]*\?(.+)$|\/(?:mimetex|mathtex|cgi-bin\/[^?#]*tex)[^?#]*\?(.+)$/i;
/** A path that ends in LaTeX, with its backslash percent-encoded. */
const LAST_SEGMENT = /\/([^/?#]*%5c[^/?#]*)$/i;
/** Settings of CodeCogs: resolution, size, colours and fonts. */
const SETTINGS =
  /\\(?:dpi|bg|fg|fn)(?:_[a-z]+|\{[^{}]*\})\s?|\\(?:inline|small|large|huge|tiny)(?![a-z])\s?/gi;

/** Longer addresses are not formulas. */
const MAX_ADDRESS = 4000;

/** The LaTeX in the URL of an image, if a service renders it. */
export function latexOfAddress(address: string): string | undefined {
  if (address.length > MAX_ADDRESS || !/tex|codecogs|%5c|cht=tx|equation/i.test(address)) return undefined;
  const query = PARAMETERS.exec(address)?.[1];
  if (query !== undefined) return texOf(query.replaceAll('+', ' '));
  const whole = WHOLE_QUERY.exec(address);
  if (whole !== null) return texOf((whole[1] ?? whole[2])!.replaceAll('&space;', ' '));
  const segment = LAST_SEGMENT.exec(address)?.[1];
  return segment === undefined ? undefined : texOf(segment);
}

function texOf(encoded: string): string | undefined {
  const latex = decoded(encoded).replace(SETTINGS, '').trim();
  return isTex(latex) || /^[a-zA-Z]$|[a-zA-Z].*=|=.*[a-zA-Z]/.test(latex) ? latex : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Schemes a link may have. `tel:`, `javascript:`, `data:` and all others leave the link's text alone. */
const LINK_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);
/** Schemes of images, video, audio and embeds. */
const MEDIA_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);

/** Longer addresses are data in disguise; browsers and servers refuse them too. */
const MAX_LENGTH = 8192;

/** Resolves the addresses of a page: absolute when the page's own is known, and only of schemes that cannot run. */
export class Addresses {
  private readonly base: string | undefined;

  /** `pageUrl` is the page's address, `baseHref` the value of its `<base href>`. */
  constructor(pageUrl?: string, baseHref?: string) {
    const page = pageUrl === undefined ? undefined : parse(pageUrl);
    const base = baseHref === undefined ? undefined : parse(baseHref, page?.href);
    this.base = [base, page].find(
      url => url !== undefined && MEDIA_SCHEMES.has(url.protocol.slice(0, -1)),
    )?.href;
  }

  /** The address of a link, or undefined when it must not be one. */
  link(raw: string): string | undefined {
    return this.resolve(raw, LINK_SCHEMES);
  }

  /** The address of an image, a video, an embed, or undefined when it must not be fetched. */
  media(raw: string): string | undefined {
    return this.resolve(raw, MEDIA_SCHEMES);
  }

  private resolve(raw: string, schemes: ReadonlySet<string>): string | undefined {
    const address = strip(raw);
    if (address === '' || address.length > MAX_LENGTH) return undefined;
    const scheme = schemeOf(address);
    if (scheme !== '') {
      if (!schemes.has(scheme)) return undefined;
      return isPlain(address, scheme) ? address : parse(address)?.href;
    }
    if (this.base !== undefined) return parse(address, this.base)?.href;
    return address.startsWith('//') ? parse(`https:${address}`)?.href : address;
  }
}

/** Whether an address may stand in a link: relative, or of a scheme that cannot run. For outputs. */
export function isSafeLink(address: string): boolean {
  const scheme = schemeOf(strip(address));
  return scheme === '' || LINK_SCHEMES.has(scheme);
}

/** Whether an address may be fetched as an image, video or audio: relative, or http and https. For outputs. */
export function isSafeMedia(address: string): boolean {
  const scheme = schemeOf(strip(address));
  return scheme === '' || MEDIA_SCHEMES.has(scheme);
}

/**
 * Removes what a browser removes before it reads an address (outer spaces, inner tabs and line ends), and every other
 * control character: outputs drop them, and what is judged must be what is written.
 */
function strip(raw: string): string {
  let clean = true;
  for (let i = 0; clean && i < raw.length; i++) {
    const c = raw.charCodeAt(i);
    clean = c > 32 && (c < 127 || c > 159);
  }
  if (clean) return raw;
  // Spaces last: one may have stood behind a control character.
  const kept = raw.replace(CONTROL, '');
  let start = 0;
  let end = kept.length;
  while (start < end && kept.charCodeAt(start) <= 32) start++;
  while (end > start && kept.charCodeAt(end - 1) <= 32) end--;
  return kept.slice(start, end);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL = /[\0-\x1f\x7f-\x9f]/g;

/** The scheme in lower case, or the empty string when the address has none. */
function schemeOf(address: string): string {
  for (let i = 0; i < address.length; i++) {
    const c = address.charCodeAt(i) | 32;
    if (c >= 97 && c <= 122) continue;
    const character = address[i]!;
    if (character === ':') return address.slice(0, i).toLowerCase();
    const follows = (character >= '0' && character <= '9') || '+-.'.includes(character);
    if (i === 0 || !follows) return '';
  }
  return '';
}

/** Characters that every parser leaves as they are: such an address needs no parsing. */
const PLAIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*)?$/i;
const PLAIN_MAIL = /^mailto:[a-z0-9\-._~:/?@!$&'()*+,;=%]*$/i;

function isPlain(address: string, scheme: string): boolean {
  return (scheme === 'mailto' ? PLAIN_MAIL : PLAIN).test(address);
}

function parse(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

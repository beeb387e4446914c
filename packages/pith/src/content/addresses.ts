import { parseAddress } from '../metadata/addresses.js';

/** What an address is for, with the schemes that it may have. One list for every output: whatever else there is may run. */
const SCHEMES = {
  /** Links. `tel:`, `javascript:`, `data:` and all others leave the link's text alone. */
  link: new Set(['http', 'https', 'mailto']),
  /** Images, video, audio, embeds, sources of quotations. */
  media: new Set(['http', 'https']),
} as const satisfies Record<string, ReadonlySet<string>>;

/** What an address is for. */
export type AddressUse = keyof typeof SCHEMES;

/** Longer addresses are data in disguise; browsers and servers refuse them too. */
const MAX_LENGTH = 8192;

/** Resolves the addresses of a page: absolute when the page's own is known, and only of schemes that cannot run. */
export class Addresses {
  private readonly base: string | undefined;

  /** `pageUrl` is the page's address, `baseHref` the value of its `<base href>`. */
  constructor(pageUrl?: string, baseHref?: string) {
    const page = pageUrl === undefined ? undefined : parseAddress(pageUrl);
    const base = baseHref === undefined ? undefined : parseAddress(baseHref, page?.href);
    this.base = [base, page].find(url => url !== undefined && isAllowed(url, 'media'))?.href;
  }

  /** The address of a link, or undefined when it must not be one. */
  link(raw: string): string | undefined {
    return this.resolve(raw, 'link');
  }

  /** The address of an image, a video, an embed, or undefined when it must not be fetched. */
  media(raw: string): string | undefined {
    return this.resolve(raw, 'media');
  }

  private resolve(raw: string, use: AddressUse): string | undefined {
    const address = asBrowsersRead(raw);
    if (address === '' || address.length > MAX_LENGTH) return undefined;
    if (this.base !== undefined)
      return isPlain(address, use) ? address : allowed(parseAddress(address, this.base), use);
    const scheme = schemeOf(address);
    if (scheme === '')
      return address.startsWith('//') ? allowed(parseAddress(`https:${address}`), use) : address;
    return isPlain(address, use) ? address : allowed(parseAddress(address), use);
  }
}

/**
 * An address as it may be written, or undefined when it must not be: every output asks here, whoever made the content.
 * It is judged as a browser will read it, and given back so.
 */
export function safeAddress(raw: string, use: AddressUse): string | undefined {
  const address = asBrowsersRead(raw);
  const scheme = schemeOf(address);
  return scheme === '' || SCHEMES[use].has(scheme) ? address : undefined;
}

function allowed(url: URL | undefined, use: AddressUse): string | undefined {
  return url !== undefined && isAllowed(url, use) ? url.href : undefined;
}

function isAllowed(url: URL, use: AddressUse): boolean {
  return SCHEMES[use].has(url.protocol.slice(0, -1));
}

/**
 * Removes what a browser removes before it reads an address (outer spaces, inner tabs and line ends), and every other
 * control character: outputs drop them, and what is judged must be what is written.
 */
function asBrowsersRead(raw: string): string {
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

/**
 * What stands before the first colon, in lower case, or the empty string when the address has no scheme. A browser takes
 * only some of it for one (`1a:` and `é:` are relative), but not everybody who reads our outputs is a browser.
 */
function schemeOf(address: string): string {
  for (let i = 0; i < address.length; i++) {
    const character = address[i]!;
    // Nothing else than a colon, so that it is on no list.
    if (character === ':') return i === 0 ? ':' : address.slice(0, i).toLowerCase();
    if (character === '/' || character === '?' || character === '#') return '';
  }
  return '';
}

/** Characters that every parser leaves as they are: such an address needs no parsing. */
const PLAIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*)?$/i;
const PLAIN_MAIL = /^mailto:[a-z0-9\-._~:/?@!$&'()*+,;=%]*$/i;

function isPlain(address: string, use: AddressUse): boolean {
  return PLAIN.test(address) || (use === 'link' && PLAIN_MAIL.test(address));
}

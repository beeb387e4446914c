import { parseAddress } from '../metadata/addresses.js';

/** Allowed URL schemes by use, for every output. Others are rejected, since some of them execute code. */
const SCHEMES = {
  /** Links with other schemes (`tel:`, `javascript:`, `data:`, …) keep only their text. */
  link: new Set(['http', 'https', 'mailto']),
  media: new Set(['http', 'https']),
} as const satisfies Record<string, ReadonlySet<string>>;

export type AddressUse = keyof typeof SCHEMES;

const MAX_LENGTH = 8192;

export class Addresses {
  private readonly base: string | undefined;

  constructor(pageUrl?: string, baseHref?: string) {
    const page = pageUrl === undefined ? undefined : parseAddress(pageUrl);
    const base = baseHref === undefined ? undefined : parseAddress(baseHref, page?.href);
    this.base = [base, page].find(url => url !== undefined && isAllowed(url, 'media'))?.href;
  }

  link(raw: string): string | undefined {
    return this.resolve(raw, 'link');
  }

  media(raw: string): string | undefined {
    return this.resolve(raw, 'media');
  }

  private resolve(raw: string, use: AddressUse): string | undefined {
    const address = normalised(raw);
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
 * Returns a URL if its scheme is allowed. Every output calls this for its URLs, since content may come from other
 * sources than `contentFromTree`.
 */
export function safeAddress(raw: string, use: AddressUse): string | undefined {
  const address = normalised(raw);
  const scheme = schemeOf(address);
  return scheme === '' || SCHEMES[use].has(scheme) ? address : undefined;
}

function allowed(url: URL | undefined, use: AddressUse): string | undefined {
  return url !== undefined && isAllowed(url, use) ? url.href : undefined;
}

function isAllowed(url: URL, use: AddressUse): boolean {
  return SCHEMES[use].has(url.protocol.slice(0, -1));
}

/** Removes what browsers remove before parsing, and all other control characters, which outputs drop. */
function normalised(raw: string): string {
  let clean = true;
  for (let i = 0; clean && i < raw.length; i++) {
    const c = raw.charCodeAt(i);
    clean = c > 32 && (c < 127 || c > 159);
  }
  if (clean) return raw;
  // Spaces are trimmed last, since a control character may separate them from the end.
  const kept = raw.replace(CONTROL, '');
  let start = 0;
  let end = kept.length;
  while (start < end && kept.charCodeAt(start) <= 32) start++;
  while (end > start && kept.charCodeAt(end - 1) <= 32) end--;
  return kept.slice(start, end);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL = /[\0-\x1f\x7f-\x9f]/g;

/** Unlike browsers, treats `1a:` and `é:` as schemes, as other consumers might. */
function schemeOf(address: string): string {
  for (let i = 0; i < address.length; i++) {
    const character = address[i]!;
    if (character === ':') return i === 0 ? ':' : address.slice(0, i).toLowerCase();
    if (character === '/' || character === '?' || character === '#') return '';
  }
  return '';
}

/** Absolute URLs with only harmless characters, which are used without parsing. */
const PLAIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*)?$/i;
const PLAIN_MAIL = /^mailto:[a-z0-9\-._~:/?@!$&'()*+,;=%]*$/i;

function isPlain(address: string, use: AddressUse): boolean {
  return PLAIN.test(address) || (use === 'link' && PLAIN_MAIL.test(address));
}

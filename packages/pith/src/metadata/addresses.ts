/** Longer values are data, not URLs; browsers and servers refuse them too. */
const MAX_ADDRESS = 2_048;

/** Resolves a URL against `base`. Undefined if it is not http(s), malformed or too long. */
export function webAddress(value: string, base: string | undefined): string | undefined {
  const text = value.trim();
  if (text === '' || text.length > MAX_ADDRESS) return undefined;
  const absolute = parseAddress(text, base);
  if (absolute !== undefined) return /^https?:$/.test(absolute.protocol) ? absolute.href : undefined;
  // Without a base, a relative URL is returned unchanged.
  return base === undefined && !/^[a-z][a-z\d+.-]*:/i.test(text) && !/\s/.test(text) ? text : undefined;
}

export function hostOf(address: string | undefined): string {
  const host = address === undefined ? undefined : parseAddress(address)?.hostname;
  return host?.replace(/^www\d?\./, '') ?? '';
}

/** Equal for the variants of one URL: without scheme, `www.`, `m.`, `amp.`, query, fragment and trailing slash. */
export function pageKey(address: string, base: string | undefined): string {
  if (address.length > MAX_ADDRESS) return '';
  const url = parseAddress(address, base);
  if (url === undefined) return '';
  const path = url.pathname.replace(/\/(?:index\.\w{2,5})?$/, '');
  return `${url.hostname.replace(/^(?:www|m|amp)\./, '')}${path}`.toLowerCase();
}

export function parseAddress(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** Longer addresses are data, not addresses: browsers and servers refuse them too. */
const MAX_ADDRESS = 2_048;

/**
 * The address a page means, absolute when `base` is known. Undefined for what must not be followed: scripts, data,
 * files, broken or huge ones.
 */
export function webAddress(value: string, base: string | undefined): string | undefined {
  const text = value.trim();
  if (text === '' || text.length > MAX_ADDRESS) return undefined;
  const absolute = parseAddress(text, base);
  if (absolute !== undefined) return /^https?:$/.test(absolute.protocol) ? absolute.href : undefined;
  // Without a base a relative address stays as it is, unless it carries a scheme of its own.
  return base === undefined && !/^[a-z][a-z\d+.-]*:/i.test(text) && !/\s/.test(text) ? text : undefined;
}

/** Host of an address without `www.`, or the empty string. */
export function hostOf(address: string | undefined): string {
  const host = address === undefined ? undefined : parseAddress(address)?.hostname;
  return host?.replace(/^www\d?\./, '') ?? '';
}

/** What two addresses of one page share: scheme, `www.`, query, fragment and a closing slash do not count. */
export function pageKey(address: string, base: string | undefined): string {
  if (address.length > MAX_ADDRESS) return '';
  const url = parseAddress(address, base);
  if (url === undefined) return '';
  const path = url.pathname.replace(/\/(?:index\.\w{2,5})?$/, '');
  return `${url.hostname.replace(/^(?:www|m|amp)\./, '')}${path}`.toLowerCase();
}

/** An address in full, or undefined for what is none. */
export function parseAddress(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

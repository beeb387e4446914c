import { FetchError } from './errors.js';

export function looksLikeUrl(source: string): boolean {
  return /^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(source);
}

// The "bad ports" of the Fetch standard: other protocols that a crafted URL could reach.
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Parses and checks a URL to fetch. The WHATWG parser also normalises decimal, octal and hexadecimal IPv4 addresses, so
 * that later checks see one form.
 */
export function checkedUrl(address: string, base?: URL): URL {
  const url = parse(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const remedy =
      url.protocol === 'file:' ? 'use the path of the file instead' : 'save the page and use the file';
    throw bad(`only http and https URLs can be fetched, not ${url.protocol}; ${remedy}`, url);
  }
  if (url.username !== '' || url.password !== '') {
    // The message omits the credentials, since messages end up in logs.
    throw bad(`the URL for ${url.host} contains a user name or password; remove them`);
  }
  if (url.port !== '' && badPorts.has(Number(url.port))) {
    throw bad(`port ${url.port} belongs to another protocol; check the URL`, url);
  }
  return url;
}

function parse(address: string, base: URL | undefined): URL {
  try {
    return new URL(address, base);
  } catch (cause) {
    const shown = JSON.stringify(address.slice(0, 200));
    throw new FetchError('bad-url', `${shown} is not a web address; write it like https://example.org/page`, {
      cause,
    });
  }
}

function bad(message: string, url?: URL): FetchError {
  return new FetchError('bad-url', message, { url: url?.href });
}

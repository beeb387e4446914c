import { FetchError } from './errors.js';

/** Whether an argument of the command line is meant as an address of the web and not as a file. */
export function looksLikeUrl(source: string): boolean {
  return /^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(source);
}

// Ports of other protocols that a crafted URL could make us speak HTTP to; the Fetch standard's "bad ports".
const portsOfOtherProtocols: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Parses and checks one address to fetch, given or redirected to. The WHATWG parser also turns the decimal,
 * octal and hexadecimal spellings of an IPv4 address into the dotted one, so later checks see one form.
 */
export function checkedUrl(address: string, base?: URL): URL {
  const url = parse(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const remedy =
      url.protocol === 'file:' ? 'give the path of the file instead' : 'save the page and give its file';
    throw bad(`expected an http or https address, got ${url.protocol}; ${remedy}`, url);
  }
  if (url.username !== '' || url.password !== '') {
    // The secret itself is not repeated in the message: messages end up in logs.
    throw bad(`expected an address without user name and password, got one for ${url.host}; take them out`);
  }
  if (url.port !== '' && portsOfOtherProtocols.has(Number(url.port))) {
    throw bad(
      `expected a port of the web, got ${url.port}, which another protocol uses; check the address`,
      url,
    );
  }
  return url;
}

function parse(address: string, base: URL | undefined): URL {
  try {
    return new URL(address, base);
  } catch (cause) {
    const shown = JSON.stringify(address.slice(0, 200));
    throw new FetchError(
      'bad-url',
      `expected a web address, got ${shown}; it should look like https://example.org/page`,
      {
        cause,
      },
    );
  }
}

function bad(message: string, url?: URL): FetchError {
  return new FetchError('bad-url', message, url === undefined ? {} : { url: url.href });
}

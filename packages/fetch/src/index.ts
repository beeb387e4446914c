export { type AddressRule, anyAddress, isLoopback, publicAddress } from './addresses.js';
export { collected, limited, parseSize, showSize } from './bytes.js';
export type { ResolveHost } from './connector.js';
export { type ContentType, parseContentType } from './content-type.js';
export { decompressed, parseContentEncoding, unpackedPage } from './decompress.js';
export { FetchError, type FetchLimit } from './errors.js';
export {
  type ByteRange,
  type FetchedPage,
  type FetchOptions,
  fetchDefaults,
  fetchPage,
  type TimedSignal,
  timedSignal,
} from './page.js';
export type { ProxyVariables } from './proxy.js';
export { checkedUrl, looksLikeUrl } from './url.js';

/** Pages from the network: under limits, and from public addresses only unless told otherwise. */
export { type AddressRule, anyAddress, publicAddress } from './addresses.js';
export { collected, limited, parseSize, showSize } from './bytes.js';
export type { ResolveHost } from './connector.js';
export { type ContentType, parseContentType } from './content-type.js';
export { decompressed, parseContentEncoding } from './decompress.js';
export { FetchError } from './errors.js';
export { type HeldSignal, heldSignal } from './held-signal.js';
export { type ByteRange, type FetchedPage, type FetchOptions, fetchDefaults, fetchPage } from './page.js';
export type { ProxyVariables } from './proxy.js';
export { unpackedPage } from './unpack.js';
export { checkedUrl, looksLikeUrl } from './url.js';

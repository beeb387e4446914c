import { type AddressUse, safeAddress } from '../content/addresses.js';

/** A TEI pointer must not contain spaces. Unsafe URLs are dropped, as TEI is often converted to HTML. */
export function pointer(address: string | undefined, use: AddressUse): string | undefined {
  return address === undefined ? undefined : safeAddress(address, use)?.replace(/\s/g, '%20');
}

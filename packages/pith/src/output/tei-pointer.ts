import { type AddressUse, safeAddress } from '../content/addresses.js';

/** A TEI pointer holds no spaces; one that is not safe is left out, for TEI is often made into HTML. */
export function pointer(address: string | undefined, use: AddressUse): string | undefined {
  return address === undefined ? undefined : safeAddress(address, use)?.replace(/\s/g, '%20');
}

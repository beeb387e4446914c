import { createHash } from 'node:crypto';

/** SHA-256 of some bytes in hexadecimal; of a page's bytes it is what the lab's `pageDigest` gives. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

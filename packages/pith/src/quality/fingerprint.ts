import { FEATURE_NAMES, fingerprint } from '../features/from-blocks.js';
import { PAGE_VECTOR_NAMES } from './page-vector.js';

/** Fingerprint of all columns that the default model reads: those of blocks and those of pages. */
export function modelFingerprint(): string {
  return fingerprint([...FEATURE_NAMES, ...PAGE_VECTOR_NAMES]);
}

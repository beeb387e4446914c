import { fromBase64 } from '../../tree/buffers.js';

export const GROUP = 16;

export interface Scorer {
  readonly values: Float32Array;
  /** Writes the scores of the first `count` blocks of `values` to `scores` from `at` on; columns are `stride` apart. */
  score(count: number, stride: number, scores: Float32Array, at: number): void;
}

/** `kernel.wat`, assembled by wat2wasm of WABT. A test compares its scores with those of the plain scorer. */
const BYTES =
  'AGFzbQEAAAABCQFgBX9/f39/AAMDAgAABQMBAAEHGQMGbWVtb3J5AgAGcmFuZ2VzAAADYWRkAAEK6gUCoAECAn8DewJAA0AgAUUNASAAIQUgACADaiEGIAX9AAQAIQcgByEIA0AgBf0ABAAhCSAHIAn96gEhByAIIAn96wEhCCAFQRBqIgUgBkkNAAsgBCAH/R8AIAf9HwGWIAf9HwIgB/0fA5aWOAIAIAQgCP0fACAI/R8BlyAI/R8CIAj9HwOXlzgCBCAEQQhqIQQgACACaiEAIAFBAWshAQwACwsLxQQCBH8GewJAA0AgACABTw0BIAD9CQIAIQsgCyEMIAshDSALIQ4gACgCBCEHIAAoAgghBiAAQQxqIQUCQANAIAUgBk8NASACIAMgBSgCAGxqIQggBf0JAgQhCSAF/QkCCCEKIAsgCiAI/QAEACAJ/UX9UP1OIQsgDCAKIAj9AAQQIAn9Rf1Q/U4hDCANIAogCP0ABCAgCf1F/VD9TiENIA4gCiAI/QAEMCAJ/UX9UP1OIQ4gBUEMaiEFDAALCyAEIAT9AAQAIAcgC/0bAWhBA3RqIAcgC/0bAGhBA3Rq/V0DAP1XAwAB/fAB/QsEACAEIAT9AAQQIAcgC/0bA2hBA3RqIAcgC/0bAmhBA3Rq/V0DAP1XAwAB/fAB/QsEECAEIAT9AAQgIAcgDP0bAWhBA3RqIAcgDP0bAGhBA3Rq/V0DAP1XAwAB/fAB/QsEICAEIAT9AAQwIAcgDP0bA2hBA3RqIAcgDP0bAmhBA3Rq/V0DAP1XAwAB/fAB/QsEMCAEIAT9AARAIAcgDf0bAWhBA3RqIAcgDf0bAGhBA3Rq/V0DAP1XAwAB/fAB/QsEQCAEIAT9AARQIAcgDf0bA2hBA3RqIAcgDf0bAmhBA3Rq/V0DAP1XAwAB/fAB/QsEUCAEIAT9AARgIAcgDv0bAWhBA3RqIAcgDv0bAGhBA3Rq/V0DAP1XAwAB/fAB/QsEYCAEIAT9AARwIAcgDv0bA2hBA3RqIAcgDv0bAmhBA3Rq/V0DAP1XAwAB/fAB/QsEcCAGIQAMAAsLCw==';

export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  ranges(column: number, count: number, stride: number, length: number, out: number): void;
  add(tree: number, end: number, block: number, stride: number, sums: number): void;
}

const PAGE = 65_536;

/** A kernel with at least this much memory; undefined without WebAssembly SIMD, or if a policy forbids it. */
export function kernelOf(bytes: number): Kernel | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  try {
    const module = new WebAssembly.Module(fromBase64(BYTES));
    const kernel = new WebAssembly.Instance(module).exports as unknown as Kernel;
    kernel.memory.grow(Math.ceil(bytes / PAGE) - 1);
    return kernel;
  } catch {
    return undefined;
  }
}

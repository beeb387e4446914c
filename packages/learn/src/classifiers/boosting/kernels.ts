import { RANK_SHAPE, rankProgram } from './rank-kernel.js';
import { TREE_SHAPE, treeProgram } from './tree-kernel.js';
import { moduleBytes } from './wasm-bytes.js';

/** Both kernels in one memory; addresses are bytes. */
export interface Kernels {
  readonly memory: ArrayBuffer;
  /** See `treeProgram`. */
  readonly addTree: (steps: number, stepsEnd: number, values: number, sums: number) => void;
  /** See `rankProgram`. */
  readonly answerColumn: (
    count: number,
    values: number,
    stride: number,
    grid: number,
    thresholds: number,
    answers: number,
    answersEnd: number,
    toOthers: number,
  ) => void;
}

// The standard library's types leave WebAssembly to the platform's; this is the part that is used.
interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

const PAGE = 65536;

let compiled: readonly object[] | undefined;

/** Kernels with this much memory, or undefined where there is no WebAssembly, no vectors, or a policy against it. */
export function kernels(bytes: number): Kernels | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyLike }).WebAssembly;
  if (!api) return undefined;
  try {
    compiled ??= [
      new api.Module(moduleBytes(TREE_SHAPE, treeProgram())),
      new api.Module(moduleBytes(RANK_SHAPE, rankProgram())),
    ];
    const memory = new api.Memory({ initial: Math.ceil(bytes / PAGE) });
    const [tree, rank] = compiled.map(module => new api.Instance(module, { m: { m: memory } }).exports.f);
    return {
      memory: memory.buffer,
      addTree: tree as Kernels['addTree'],
      answerColumn: rank as Kernels['answerColumn'],
    };
  } catch {
    return undefined;
  }
}

import { join } from 'node:path';
import ts from 'typescript';

/** A consumer's module resolution. */
export type Resolution = 'bundler' | 'node16' | 'nodenext';

const RESOLUTIONS: Readonly<Record<Resolution, ts.CompilerOptions>> = {
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
};

/** The compiler's errors for a file of a consumer, in strict mode, including our declarations. */
export function complaints(
  folder: string,
  file: string,
  resolution: Resolution,
  more: ts.CompilerOptions = {},
): string[] {
  const options: ts.CompilerOptions = {
    ...RESOLUTIONS[resolution],
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    ...more,
  };
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = () => folder;
  const program = ts.createProgram([join(folder, file)], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

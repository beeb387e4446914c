import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** The code samples in the documentation: all of them type-check, those of the README run. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Sample {
  /** File and line: `README.md:60`. */
  readonly place: string;
  readonly code: string;
}

function samplesOf(document: string): Sample[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  return [...text.matchAll(/^```(?:ts|js)\n([\s\S]*?)^```$/gm)].map(match => ({
    place: `${document}:${text.slice(0, match.index).split('\n').length + 1}`,
    code: match[1]!,
  }));
}

const documents = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
];

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ['pith-source'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Compiler errors in samples, each as a module in the root of the repository. */
function complaints(samples: readonly Sample[]): string[] {
  // An `export {}` after the sample makes it a module and keeps its line numbers.
  const files = new Map(samples.map(({ code }, i) => [join(ROOT, `sample-${i}.ts`), `${code}export {};\n`]));
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = file => files.has(file) || fileExists(file);
  host.readFile = file => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const code = files.get(file);
    return code === undefined
      ? getSourceFile(file, version, ...rest)
      : ts.createSourceFile(file, code, version);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  return [...files.keys()].flatMap((file, i) => {
    const source = program.getSourceFile(file)!;
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText, start = 0 }) => {
      const { line } = source.getLineAndCharacterOfPosition(start);
      return `${samples[i]!.place}, line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

describe('samples', () => {
  it('type-check', () => {
    const samples = documents.flatMap(samplesOf);
    expect(samples.length).toBeGreaterThan(10);
    expect(complaints(samples)).toEqual([]);
  });

  it('with errors are detected', () => {
    const code = "import { extract } from 'webpith';\nextract('', { title: true }).txt;\n";
    expect(complaints([{ place: 'here', code }])).toHaveLength(2);
  });
});

describe('samples of the README', () => {
  // A sample that declares its environment, such as a browser's document, cannot run without it.
  const samples = samplesOf('README.md').filter(({ code }) => !code.includes('declare '));

  it.each(samples)('$place runs', async ({ code }) => {
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    const flags = [
      '--import',
      'tsx',
      '--conditions=pith-source',
      '--input-type=module',
      '--eval',
      outputText,
    ];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, flags, { cwd: ROOT });
    expect(stderr).toBe('');
    expect(stdout).toContain('The last keeper of Gannet Head hands over the lamp');
  });
});

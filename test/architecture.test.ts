import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { modelFingerprint } from 'webpith/stages';
import { WEIGHTS } from '../packages/pith/src/scores/weights/default.js';

/** Import rules: between packages, and between the stages inside the library. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Each package: our packages that it may import, and the folders (or `all`) that may use Node's modules. */
const PACKAGES = {
  pith: { name: 'webpith', ours: [], node: [] },
  wide: { name: '@webpith/wide', ours: ['webpith'], node: [] },
  threads: { name: '@webpith/threads', ours: [], node: 'all' },
  learn: { name: '@webpith/learn', ours: ['@webpith/threads'], node: ['workers/'] },
  lab: {
    name: '@webpith/lab',
    ours: ['webpith', '@webpith/learn', '@webpith/threads', '@webpith/wide'],
    node: 'all',
  },
  papers: { name: '@webpith/papers', ours: ['webpith', '@webpith/learn', '@webpith/lab'], node: 'all' },
  fetch: { name: '@webpith/fetch', ours: [], node: 'all' },
  loaders: { name: '@webpith/loaders', ours: ['webpith', '@webpith/fetch'], node: [] },
  render: { name: '@webpith/render', ours: ['webpith', '@webpith/fetch'], node: 'all' },
  store: { name: '@webpith/store', ours: [], node: 'all' },
  sources: { name: '@webpith/sources', ours: ['@webpith/fetch', '@webpith/lab'], node: 'all' },
  fleet: {
    name: '@webpith/fleet',
    ours: ['webpith', '@webpith/fetch', '@webpith/sources', '@webpith/store', '@webpith/threads'],
    node: 'all',
  },
  server: {
    name: '@webpith/server',
    ours: [
      'webpith',
      '@webpith/learn',
      '@webpith/lab',
      '@webpith/papers',
      '@webpith/fetch',
      '@webpith/render',
      '@webpith/store',
      '@webpith/sources',
      '@webpith/threads',
      '@webpith/app',
    ],
    node: 'all',
  },
  app: { name: '@webpith/app', ours: ['webpith', '@webpith/server'], node: [] },
  cli: {
    name: '@webpith/cli',
    ours: [
      'webpith',
      '@webpith/learn',
      '@webpith/lab',
      '@webpith/papers',
      '@webpith/fetch',
      '@webpith/render',
      '@webpith/fleet',
      '@webpith/server',
      '@webpith/threads',
      '@webpith/wide',
    ],
    node: 'all',
  },
} as const satisfies Record<string, PackageRule>;

interface PackageRule {
  readonly name: string;
  readonly ours: readonly string[];
  readonly node: readonly string[] | 'all';
}

/** The stages of the library; each may import itself and earlier ones. */
const STAGES = [
  'html',
  'tree',
  'blocks',
  'metadata',
  'features',
  'content',
  'groups',
  'product',
  'listing',
  'discussion',
  'scores',
  'regions',
  'kind',
  'memory',
  'article',
  'output',
];
/** Files outside the stages that every stage may import. */
const OPEN_TO_ALL = ['options.ts', 'check-options.ts', 'errors.ts', 'lazy.ts', 'packed-trees.ts', 'site.ts'];

interface Import {
  /** Relative to the package's `src`, with forward slashes. */
  readonly file: string;
  readonly target: string;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

const isTest = (file: string) => /\.test\.ts$|(?:^|\/)testing\//.test(file);

/** The imports of a package's own code, without tests. */
function importsOf(folder: string): Import[] {
  const source = join(ROOT, 'packages', folder, 'src');
  return filesBelow(source)
    .filter(file => file.endsWith('.ts') && !isTest(file))
    .flatMap(file => {
      const text = readFileSync(join(source, file), 'utf8');
      const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
      // Files of a package that are served, not run: the built app.
      const resolvedFiles = [...text.matchAll(/\.resolve\('(@[a-z]+\/[^']+)'\)/g)].map(match => match[1]!);
      return [...imported, ...resolvedFiles].map(target => ({ file, target }));
    });
}

const isRelative = ({ target }: Import) => target.startsWith('.');
/** Pages of `examples/` belong to no package; a bundle may contain them. */
const isExamplePage = ({ target }: Import) => /^(?:\.\.\/)+examples\/[\w-]+\.html\?raw$/.test(target);
const show = ({ file, target }: Import) => `${file} imports ${target}`;

/** File → files of the same package that it imports at run time, without type imports. */
function runtimeImports(folder: string): Map<string, string[]> {
  const source = join(ROOT, 'packages', folder, 'src');
  const files = filesBelow(source).filter(file => /\.tsx?$/.test(file) && !isTest(file));
  return new Map(
    files.map(file => {
      const { statements } = ts.createSourceFile(
        file,
        readFileSync(join(source, file), 'utf8'),
        ts.ScriptTarget.Latest,
      );
      const targets = statements
        .filter(isRuntimeImport)
        .map(each => (each.moduleSpecifier as ts.StringLiteral).text);
      return [
        file,
        targets.filter(target => target.startsWith('.')).map(target => resolved({ file, target })),
      ];
    }),
  );
}

function isRuntimeImport(statement: ts.Statement): statement is ts.ImportDeclaration | ts.ExportDeclaration {
  if (ts.isExportDeclaration(statement))
    return statement.moduleSpecifier !== undefined && !statement.isTypeOnly;
  if (!ts.isImportDeclaration(statement)) return false;
  const { importClause } = statement;
  const named = importClause?.namedBindings;
  if (importClause?.isTypeOnly) return false;
  return !(
    named &&
    ts.isNamedImports(named) &&
    !importClause.name &&
    named.elements.every(each => each.isTypeOnly)
  );
}

/** The files of an import cycle, if there is one. */
function circleOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (done.has(file)) return [];
    for (const target of imports.get(file) ?? []) {
      const circle = visit(target, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

/** The package of an import: `@scope/name/deep` and `name/deep` without the path inside. */
function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The file below `src` that a relative import refers to. */
function resolved({ file, target }: Import): string {
  return normalize(join(file, '..', target))
    .replaceAll(sep, '/')
    .replace(/\.js$/, '.ts');
}

describe.each(Object.entries<PackageRule>(PACKAGES))('packages/%s', (folder, rule) => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'));
  const imports = importsOf(folder);
  const outside = imports.filter(each => !isRelative(each));
  const ours = Object.values(PACKAGES).map(({ name }) => name as string);

  it('has imports to check', () => {
    expect(manifest.name).toBe(rule.name);
    expect(imports.length).toBeGreaterThan(1);
  });

  it('imports only the packages of ours that the design allows', () => {
    const wrong = outside.filter(({ target }) => {
      const name = packageOf(target);
      return ours.includes(name) && !rule.ours.includes(name);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('imports no other package by path', () => {
    expect(
      imports
        .filter(isRelative)
        .filter(each => resolved(each).startsWith('../') && !isExamplePage(each))
        .map(show),
    ).toEqual([]);
  });

  it('has no import cycle at run time', () => {
    expect(circleOf(runtimeImports(folder))).toEqual([]);
  });

  it('uses Node’s modules only in the allowed folders', () => {
    const node = outside.filter(({ target }) => isBuiltin(target));
    const wrong =
      rule.node === 'all'
        ? node.filter(({ target }) => !target.startsWith('node:'))
        : node.filter(({ file }) => !(rule.node as readonly string[]).some(start => file.startsWith(start)));
    expect(wrong.map(show)).toEqual([]);
  });

  it('declares the packages that it imports', () => {
    // The lab loads peers on demand, so they are development dependencies. So are packages in the built files: all of the
    // app's, and those of the command and of fetching that packaging/bundle.ts includes.
    const inDevelopment = (file: string) =>
      ['app', 'cli', 'fetch'].includes(folder) || (folder === 'lab' && file.startsWith('peers/'));
    const declared = (file: string) => ({
      ...manifest.dependencies,
      ...manifest.peerDependencies,
      ...(inDevelopment(file) ? manifest.devDependencies : {}),
    });
    const wrong = outside.filter(
      ({ file, target }) => !isBuiltin(target) && !Object.hasOwn(declared(file), packageOf(target)),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it('imports every dependency that it declares', () => {
    const used = new Set(outside.map(({ target }) => packageOf(target)));
    expect(Object.keys(manifest.dependencies ?? {}).filter(name => !used.has(name))).toEqual([]);
  });
});

describe('the stages of the library', () => {
  const inStages = importsOf('pith').filter(each => isRelative(each) && each.file.includes('/'));
  const stageOf = (file: string) => file.split('/')[0]!;

  it('are the folders of the library', () => {
    expect(new Set(inStages.map(({ file }) => stageOf(file)))).toEqual(new Set(STAGES));
  });

  it('import only themselves, earlier stages, and the shared files', () => {
    const wrong = inStages.filter(each => {
      const target = resolved(each);
      if (OPEN_TO_ALL.includes(target)) return false;
      const place = STAGES.indexOf(stageOf(target));
      return !target.includes('/') || place < 0 || place > STAGES.indexOf(stageOf(each.file));
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('are each named for their output, and their main file for its input', () => {
    const files = filesBelow(join(ROOT, 'packages/pith/src'));
    const withoutEntry = STAGES.filter(stage => !files.some(file => file.startsWith(`${stage}/from-`)));
    expect(withoutEntry).toEqual([]);
  });
});

describe('every source file', () => {
  const sources = ['packages', 'bench', 'test'].flatMap(folder =>
    filesBelow(join(ROOT, folder))
      .filter(file => !/(?:^|\/)(?:node_modules|dist|dist-types|results)\/|\.tmp\.ts$/.test(file))
      .map(file => `${folder}/${file}`),
  );
  const code = sources.filter(file => /\.[cm]?[jt]sx?$/.test(file));

  it('stays under 400 lines', () => {
    // Weights are data in TypeScript files.
    const long = code.filter(
      file => !file.includes('/weights/') && readFileSync(join(ROOT, file), 'utf8').split('\n').length > 400,
    );
    expect(long).toEqual([]);
  });

  it('is named for a concept', () => {
    const vague = /^(?:utils?|helpers?|common|misc|shared|stuff)$/;
    const parts = (file: string) => [...file.split('/').slice(0, -1), basename(file).split('.')[0]!];
    expect(sources.filter(file => parts(file).some(part => vague.test(part)))).toEqual([]);
  });
});

describe('the weights of the default model', () => {
  it('were trained on the features that this code computes', () => {
    // Trees refer to columns by number: with other columns they would still compute scores, all of them wrong.
    expect(WEIGHTS.features, 'train again: pith train default').toBe(modelFingerprint());
  });
});

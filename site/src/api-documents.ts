import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from 'typedoc';

/** Folder of the generated documents on the site. */
const FOLDER = 'docs/api';

/** Generates documents of all exports of the library from its source comments. */
export async function apiDocuments(root: string): Promise<Map<string, string>> {
  const out = mkdtempSync(join(tmpdir(), 'pith-api-'));
  try {
    const source = join(root, 'packages/pith');
    const app = await Application.bootstrapWithPlugins({
      name: 'pith, from its source',
      entryPoints: ['index', 'readability'].map(name => join(source, 'src', `${name}.ts`)),
      tsconfig: join(source, 'tsconfig.json'),
      plugin: ['typedoc-plugin-markdown'],
      outputs: [{ name: 'markdown', path: out }],
      readme: 'none',
      logLevel: 'Error',
      disableSources: true,
      excludePrivate: true,
      ...{ hidePageHeader: true, hideBreadcrumbs: true, useCodeBlocks: true, entryFileName: 'README.md' },
    });
    const project = await app.convert();
    if (project === undefined)
      throw new Error('TypeDoc cannot read the sources of the library; run tsc --build');
    await app.generateOutputs(project);
    return new Map(
      readdirSync(out, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.md'))
        .sort()
        .map(name => [`${FOLDER}/${name}`, readFileSync(join(out, name), 'utf8')]),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checklist, IN_PYTHON } from './packages/checklist.js';
import { installedWeight } from './packages/installed-weight.js';
import { type Registry, startRegistry } from './packages/registry.js';
import { hasOpenssl, type SecureSite, secureSite } from './packages/secure-site.js';
import { packAll, ROOT } from './packages/tarballs.js';

/** The commands in the README, run word for word in an empty folder against a local registry. */
const run = promisify(execFile);

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const PAGE = readFileSync(join(ROOT, 'examples/lighthouse.html'));
const STORY = 'Edith Marlow climbed the 142 steps';

/** The fenced code of a section of the README, in one language. */
function fenced(section: string, language: string): string {
  const text = README.split(/^## /m).find(part => part.startsWith(`${section}\n`)) ?? '';
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)?.[1] ?? '';
}

const lines = fenced('Install', 'sh')
  .split('\n')
  .filter(line => line !== '');

let root: string;
let registry: Registry;
let site: SecureSite | undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pith-registry-'));
  registry = await startRegistry(await packAll(root));
  if (!hasOpenssl) return;
  site = await secureSite(root, 'example.org', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE),
  );
});

afterAll(async () => {
  registry.close();
  site?.close();
  await rm(root, { recursive: true });
});

/** A clean environment: only the programs of this machine and the address of the registry. */
const environment = () => ({
  PATH: process.env.PATH ?? '',
  HOME: join(root, 'home'),
  npm_config_registry: registry.url,
  npm_config_cache: join(root, 'cache'),
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
  no_proxy: '127.0.0.1',
  ...site?.env,
});

/** A folder with one page, and a subfolder with two. */
function folderWithPages(name: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'pages/deep'), { recursive: true });
  for (const file of ['page.html', 'pages/one.html', 'pages/deep/two.html'])
    writeFileSync(join(folder, file), PAGE);
  return folder;
}

async function type(line: string, folder: string) {
  return await run('bash', ['-c', line], { cwd: folder, env: environment(), maxBuffer: 50_000_000 });
}

describe('the commands of the README', () => {
  it('exist', () => {
    expect(lines.some(line => /^npm install webpith\b/.test(line))).toBe(true);
    expect(lines.filter(line => line.startsWith('npx webpith extract ')).length).toBeGreaterThan(3);
  });

  it.each(lines.filter(line => line.startsWith('npx ')))('%s', async line => {
    if (line.includes('https://') && site === undefined)
      return console.warn('skipped: no openssl to make a site with');
    const folder = folderWithPages(`typed-${lines.indexOf(line)}`);
    const { stdout } = await type(line, folder);
    const out = / --out-dir (\S+)/.exec(line)?.[1];
    const written =
      out === undefined ? [] : readdirSync(join(folder, out), { recursive: true, encoding: 'utf8' });
    const texts = written
      .filter(name => name.endsWith('.md'))
      .map(name => readFileSync(join(folder, out!, name), 'utf8'));
    expect(texts.length).toBe(out === undefined ? 0 : 2);
    for (const text of out === undefined ? [stdout] : texts) expect(text).toContain(STORY);
  });

  it('install fewer than 15 packages and 11 MB for one page, and build nothing', () => {
    const [folder] = readdirSync(join(root, 'cache/_npx'));
    const modules = join(root, 'cache/_npx', folder!, 'node_modules');
    const { packages, bytes } = installedWeight(modules);
    expect(packages.length, packages.join(', ')).toBeLessThan(15);
    expect(bytes).toBeLessThan(11_000_000);
    const native = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(name =>
      /\.node$|binding\.gyp$/.test(name),
    );
    expect(native).toEqual([]);
  });

  it('let an assistant with these settings read pages', async () => {
    const { pith } = (JSON.parse(fenced('Install', 'json')) as Settings).mcpServers;
    const folder = folderWithPages('assistant');
    const transport = new StdioClientTransport({
      ...pith!,
      cwd: folder,
      env: environment(),
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('read_page');
    if (site !== undefined) {
      const source = 'https://example.org/story';
      const { content } = await client.callTool({ name: 'read_page', arguments: { source } });
      expect(JSON.stringify(content)).toContain(STORY);
    }
    await client.close();
  });
});

interface Settings {
  readonly mcpServers: Readonly<Record<string, { readonly command: string; readonly args: string[] }>>;
}

describe('installed in a project', () => {
  let folder: string;
  beforeAll(async () => {
    folder = folderWithPages('project');
    await type(lines.find(line => line.startsWith('npm install webpith'))!, folder);
  });

  it('the library works, and the command under both its names', async () => {
    const program = `import { readFileSync } from 'node:fs';
import { extract } from 'webpith';
console.log(extract(readFileSync('page.html')).text);`;
    writeFileSync(join(folder, 'read.mjs'), program);
    expect((await run(process.execPath, ['read.mjs'], { cwd: folder })).stdout).toContain(STORY);
    for (const name of ['pith', 'webpith']) {
      expect(existsSync(join(folder, 'node_modules/.bin', name)), name).toBe(true);
      expect((await type(`npx ${name} extract page.html`, folder)).stdout).toContain(STORY);
    }
  });

  it('the library can be installed without the command, which then reports what is missing', async () => {
    const alone = folderWithPages('alone');
    await type('npm install webpith --omit=optional', alone);
    const { packages } = installedWeight(join(alone, 'node_modules'));
    expect(packages).not.toContain('@webpith/cli');
    expect(packages.length, packages.join(', ')).toBeLessThan(10);
    const failure = type('npx --no-install pith extract page.html', alone);
    await expect(failure).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm install @webpith/cli'),
    });
  });

  it.each([
    ['serve', '@webpith/server'],
    ['render page.html', '@webpith/render'],
    ['batch page.html --out shards', '@webpith/fleet'],
    ['extract page.html --method small', '@webpith/lab'],
  ])('pith %s prints the command that installs %s', async (command, name) => {
    await expect(type(`npx pith ${command}`, folder)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`run npm install ${name}\n$`)),
    });
  });

  it('that command is enough', async () => {
    await type('npm install @webpith/lab', folder);
    expect((await type('npx pith extract page.html --method small', folder)).stdout).toContain(
      'Edith Marlow',
    );
  });

  it.each(['extract page.html --method swarm', 'extract page.html --method lqf-50', 'train swarm'])(
    'pith %s prints the command that installs the methods of papers, once the lab is installed',
    async command => {
      await expect(type(`npx pith ${command}`, folder)).rejects.toMatchObject({
        stderr: expect.stringContaining('npm install @webpith/papers'),
      });
    },
  );
});

describe('the checklist for a first look', () => {
  const steps = checklist();
  let folder: string;
  beforeAll(() => {
    folder = folderWithPages('checklist');
  });

  it('names the output of every command', () => {
    expect(steps.length).toBeGreaterThan(12);
    expect(steps.filter(({ output }) => !output)).toEqual([]);
  });

  // In one folder and in order: later steps use what earlier ones install and write.
  it.each(steps.filter(({ section }) => section !== IN_PYTHON))('$command', async ({ command, output }) => {
    const { stdout, stderr } = await type(command, folder);
    expect(stdout + stderr).toContain(output);
  });
});

it('requests only packages that our manifests declare', () => {
  expect(
    [...registry.requested].filter(name => /bullmq|crawlee|fastify|playwright|sqlite/.test(name)),
  ).toEqual([]);
  // All requested packages come from the workspace: no other registry was needed.
  expect(registry.requested.size).toBeGreaterThan(10);
});

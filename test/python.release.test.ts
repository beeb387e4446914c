import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleEngine } from '../packaging/bundle.js';
import { checklist, IN_PYTHON, type Step } from './packages/checklist.js';

/** The Python package: built as a wheel, installed from it, checked by mypy, tested by pytest with its integrations. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = join(ROOT, 'python');

/** Where `test/install-python.sh` installs a Python with everything the tests need. */
const cache =
  process.env.PITH_TEST_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'webpith-tests');
const python = process.env.PITH_PYTHON ?? join(cache, 'python', 'bin', 'python');
// Started before the build and awaited here. It prints what it could not install.
const { stderr: installLog } = await promisify(execFile)('bash', [join(ROOT, 'test/install-python.sh')]);
process.stderr.write(installLog);
const isThere = existsSync(python) || process.env.PITH_PYTHON !== undefined;
if (!isThere)
  process.stderr.write(
    'the Python package and Spark are not tested: no Python (run test/install-python.sh, or set PITH_PYTHON)\n',
  );

describe.skipIf(!isThere)('the Python package', () => {
  const dir = mkdtempSync(join(tmpdir(), 'pith-python-'));
  const site = join(dir, 'site');
  const env = {
    ...process.env,
    WEBPITH_NODE: process.execPath,
    PYTHONPATH: site,
    PYTHONDONTWRITEBYTECODE: '1',
    SPARK_LOCAL_IP: '127.0.0.1',
  };
  const run = (...args: string[]) =>
    execFileSync(python, ['-m', ...args], { cwd: PACKAGE, env, encoding: 'utf8' });

  beforeAll(async () => {
    await bundleEngine();
    run('pip', 'wheel', '-q', '--no-deps', '--no-index', '--no-build-isolation', '-w', dir, '.');
    run('pip', 'install', '-q', '--no-deps', '--no-index', '--target', site, join(dir, wheelIn(dir)));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  it('is a wheel with the version of the library and its types', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/pith/package.json'), 'utf8'));
    expect(wheelIn(dir)).toBe(`webpith-${version}-py3-none-any.whl`);
    expect(readdirSync(join(site, 'webpith'))).toContain('py.typed');
    expect(readFileSync(join(site, 'webpith/__init__.py'), 'utf8')).toContain(`__version__ = "${version}"`);
  });

  it('follows the checklist in an empty virtual environment without Node on the path', context => {
    const home = join(dir, 'empty');
    execFileSync(python, ['-m', 'venv', home]);
    copyFileSync(join(ROOT, 'examples/lighthouse.html'), join(home, 'page.html'));
    // None of the variables that point to this checkout, its packages or its Node.
    const links = [dir, process.env.PIP_FIND_LINKS].filter(Boolean).join(' ');
    const bare = { ...networkOf(process.env), PATH: join(home, 'bin'), HOME: dir, PIP_FIND_LINKS: links };
    const type = ({ command }: Step) => {
      const { stdout, stderr } = spawnSync('/bin/bash', ['-c', command], {
        cwd: home,
        env: bare,
        encoding: 'utf8',
      });
      return stdout + stderr;
    };
    const [install, ...steps] = checklist().filter(({ section }) => section === IN_PYTHON);
    const installed = type(install!);
    const isOffline = /NewConnectionError|NameResolutionError|Temporary failure|ProxyError/.test(installed);
    if (isOffline) process.stderr.write('pip cannot fetch Node for the test of an empty environment\n');
    context.skip(isOffline);
    expect(installed).toContain(install!.output);
    expect(steps.length).toBeGreaterThan(2);
    for (const step of steps) expect(type(step), step.command).toContain(step.output);
  });

  it('passes mypy', () => {
    expect(run('mypy', '--cache-dir', join(dir, 'mypy'))).toContain('Success');
  });

  it('passes its own tests, with the integrations that are installed', { timeout: 300_000 }, () => {
    const { status, stdout, stderr } = spawnSync(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
      cwd: PACKAGE,
      env,
      encoding: 'utf8',
    });
    for (const line of stdout.split('\n')) {
      if (line.startsWith('SKIPPED')) process.stderr.write(`${line}\n`);
    }
    expect(status, `${stdout}\n${stderr}`.slice(-20_000)).toBe(0);
  });
});

/** The settings of pip and of proxies. */
function networkOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSetting = (name: string) => /^(?:pip_|ssl_)|_proxy$/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isSetting(name)));
}

function wheelIn(dir: string): string {
  return readdirSync(dir).find(name => name.endsWith('.whl')) ?? 'no wheel was built';
}

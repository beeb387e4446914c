import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { nodePrograms } from './node-versions.js';
import { ROOT } from './tarballs.js';

/** Runs the tests of library and command on every supported version of Node: npm run test:node-versions [VERSION]. */
const [wanted] = process.argv.slice(2);
let failed = 0;
for (const { version, path } of await nodePrograms()) {
  if (wanted !== undefined && wanted !== version) continue;
  process.stdout.write(`Node ${version}\n`);
  const args = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    'packages/pith',
    'packages/fetch',
    'packages/cli',
  ];
  // Programs that tests start use that version too.
  const env = { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env.PATH}` };
  const { status } = spawnSync(path, args, { cwd: ROOT, env, stdio: 'inherit' });
  if (status !== 0) failed++;
}
process.exitCode = failed > 0 ? 1 : 0;

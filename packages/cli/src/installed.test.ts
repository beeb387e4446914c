import { describe, expect, it } from 'vitest';
import { installed, remedyFor } from './installed.js';
import { main } from './main.js';
import { memoryIo } from './testing/memory-io.js';

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /x.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

describe('a package that comes when it is first used', () => {
  it('is named with the one line that installs it where it is missing', async () => {
    const load = () => Promise.reject(missing('@webpith/server'));
    await expect(installed('@webpith/server', load)).rejects.toThrow(
      /^this command needs @webpith\/server, which is not installed; run npm install .*@webpith\/server$/,
    );
  });

  it('keeps its own trouble: what it needs may be missing too', async () => {
    const trouble = missing('fastify');
    await expect(installed('@webpith/server', () => Promise.reject(trouble))).rejects.toBe(trouble);
  });

  it('is installed where the command is', () => {
    const inProject = '/app/node_modules/@webpith/cli/dist/installed.js';
    expect(remedyFor('@webpith/lab', inProject, '/app/pages')).toBe('run npm install @webpith/lab');
    expect(remedyFor('@webpith/lab', inProject, '/application')).toBe(
      'run npm install --global @webpith/lab',
    );
    const inCache = '/home/me/.npm/_npx/0f/node_modules/@webpith/cli/dist/installed.js';
    expect(remedyFor('@webpith/lab', inCache, '/app')).toBe('run npx -y -p webpith -p @webpith/lab pith …');
  });
});

it('a page that its scripts write is read without a browser, and the way to one is named', async () => {
  const io = memoryIo({
    input: '<div id=root></div><script src=app.js></script><noscript>Needs scripts</noscript>',
  });
  const renderer = () => installed('@webpith/render', () => Promise.reject(missing('@webpith/render')));
  expect(await main(['extract', '-'], io, { renderer })).toBe(0);
  expect(io.err()).toMatch(/install .*@webpith\/render/);
});

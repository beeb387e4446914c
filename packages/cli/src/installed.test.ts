import { describe, expect, it } from 'vitest';
import { installed, remedyFor } from './installed.js';
import { main } from './main.js';
import { memoryIo } from './testing/memory-io.js';

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /x.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

describe('an optional package', () => {
  it('is reported with the command that installs it if it is missing', async () => {
    const load = () => Promise.reject(missing('@webpith/server'));
    await expect(installed('@webpith/server', load)).rejects.toThrow(
      /^this command needs @webpith\/server, which is not installed; run npm install .*@webpith\/server$/,
    );
  });

  it('keeps its own error if one of its dependencies is missing', async () => {
    const trouble = missing('fastify');
    await expect(installed('@webpith/server', () => Promise.reject(trouble))).rejects.toBe(trouble);
  });

  it('is installed where the command is installed', () => {
    const inProject = '/app/node_modules/@webpith/cli/dist/installed.js';
    expect(remedyFor('@webpith/lab', inProject, '/app/pages')).toBe('run npm install @webpith/lab');
    expect(remedyFor('@webpith/lab', inProject, '/application')).toBe(
      'run npm install --global @webpith/lab',
    );
    const inCache = '/home/me/.npm/_npx/0f/node_modules/@webpith/cli/dist/installed.js';
    expect(remedyFor('@webpith/lab', inCache, '/app')).toBe('run npx -y -p webpith -p @webpith/lab pith …');
  });
});

it('reads a page written by scripts without a browser, and explains how to install one', async () => {
  const io = memoryIo({
    input: '<div id=root></div><script src=app.js></script><noscript>Needs scripts</noscript>',
  });
  const renderer = () => installed('@webpith/render', () => Promise.reject(missing('@webpith/render')));
  expect(await main(['extract', '-'], io, { renderer })).toBe(0);
  expect(io.err()).toMatch(/install .*@webpith\/render/);
});

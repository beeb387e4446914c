import { expect, it } from 'vitest';
import { problemFromError } from './answer-problems.js';

const failed = (name: string, code: string, message: string) =>
  problemFromError(Object.assign(new Error(message), { name, code }));

it.each([
  ['FetchError', 'timeout', 'https://a.example/b took longer than 30 s; raise the limit with --timeout'],
  [
    'FetchError',
    'blocked-address',
    'a.example resolves to 10.0.0.1, which is not a public address (private); use --allow-private to allow it',
  ],
  [
    'RenderError',
    'no-chromium',
    'PITH_CHROMIUM is /x, which is not a program; install it or set PITH_CHROMIUM to a path',
  ],
  [
    'RenderError',
    'no-chromium',
    'Chromium was not found; install it or set PITH_CHROMIUM to the path of a Chromium',
  ],
  [
    'FetchError',
    'network',
    'cannot fetch https://a.example/: the host refused the connection; check the port',
  ],
])('explains %s %s in whole sentences without options', (name, code, message) => {
  const { message: what, remedy } = failed(name, code, message);
  for (const sentence of [what, remedy]) {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toMatch(/--\w|PITH_/);
  }
});

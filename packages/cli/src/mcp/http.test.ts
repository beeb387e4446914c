import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, it } from 'vitest';

/** The built command, run as a process of its own. */
const COMMAND = fileURLToPath(new URL('../../bin/pith.js', import.meta.url));
const running: ChildProcess[] = [];
afterAll(() => {
  for (const command of running) command.kill('SIGTERM');
});

/** Starts the command on a free port; returns its address, and the token that it printed. */
async function start(flags: readonly string[] = [], env: Record<string, string> = {}) {
  const command = spawn(process.execPath, [COMMAND, 'mcp', '--http', '0', ...flags], {
    env: { ...process.env, ...env },
  });
  running.push(command);
  let token: string | undefined;
  for await (const line of createInterface({ input: command.stderr! })) {
    token ??= /Bearer (\S+)$/.exec(line)?.[1];
    const address = /listens on (\S+)/.exec(line)?.[1];
    if (address !== undefined) return { port: Number(new URL(address).port), token };
  }
  throw new Error('expected pith mcp to start, but it ended');
}

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** The status of a request to list the tools. */
async function statusOf(port: number, more: Record<string, string>): Promise<number | undefined> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return await new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/mcp',
      method: 'POST',
      headers: { ...headers, ...more },
    };
    const sent = request(options, answer => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end(body);
  });
}

describe('pith mcp --http on loopback', async () => {
  const { port, token } = await start();

  it.each([
    ['of this server', `http://127.0.0.1:${port}`, `127.0.0.1:${port}`, 200],
    ['of this server by name', `http://localhost:${port}`, `localhost:${port}`, 200],
    ['without an origin', undefined, `127.0.0.1:${port}`, 200],
    ['of another port', `http://127.0.0.1:${port + 1}`, `127.0.0.1:${port}`, 403],
    ['of another port by name', `http://localhost:3000`, `localhost:${port}`, 403],
    ['of the default port', 'http://localhost', `localhost:${port}`, 403],
    ['of another site', 'https://evil.example', `127.0.0.1:${port}`, 403],
    ['of another site that has this address', `http://evil.example:${port}`, `evil.example:${port}`, 403],
    ['of a file', 'null', `127.0.0.1:${port}`, 403],
    ['without an origin, for another host', undefined, 'evil.example', 403],
  ])('checks a request %s', async (_, origin, host, status) => {
    expect(await statusOf(port, { host, ...(origin && { origin }) })).toBe(status);
  });

  it('requires no token', () => expect(token).toBeUndefined());
});

describe('pith mcp --http on another address', async () => {
  const { port, token } = await start(['--host', '0.0.0.0']);

  it('requires the token that it prints', async () => {
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await statusOf(port, {})).toBe(401);
    expect(await statusOf(port, { authorization: `Bearer ${token}x` })).toBe(401);
    expect(await statusOf(port, { authorization: `Bearer ${token}` })).toBe(200);
    expect(await statusOf(port, { authorization: `Bearer ${token}`, origin: 'https://evil.example' })).toBe(
      403,
    );
  });

  it('is used with the token by the official client', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }),
    );
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    await client.close();
  });
});

it('takes the token from the environment, also on loopback', async () => {
  const secret = 'a-secret-of-some-length';
  const { port, token } = await start(['--token'], { PITH_MCP_TOKEN: secret });
  expect(token).toBeUndefined();
  expect(await statusOf(port, {})).toBe(401);
  expect(await statusOf(port, { authorization: `Bearer ${secret}` })).toBe(200);
});

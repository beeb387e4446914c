import { startTestServer, type TestServer } from '../../packages/server/src/testing/server.js';
import { type Random, randomOf } from '../random.js';
import { mutated } from './mutate-bytes.js';
import { jsonOf, lineOf, parsedInput, type Target } from './target.js';

interface Input {
  readonly method: string;
  readonly route: number;
  readonly parts: readonly string[];
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body?: string;
}

let running: Promise<{ server: TestServer; paths: readonly string[] }> | undefined;

async function started() {
  const server = await startTestServer({ threads: 1, bodyLimit: 100_000, timeLimit: 10_000 });
  const { paths } = (await (await server.get('/openapi.json')).json()) as { paths: Record<string, unknown> };
  await server.post('/v1/corpora', { name: 'c' });
  // Event streams never end.
  return {
    server,
    paths: Object.keys(paths)
      .filter(path => !path.endsWith('/events'))
      .sort(),
  };
}

const PARTS = [
  'c',
  '1',
  '00000000-0000-4000-8000-000000000000',
  '..',
  '%2e%2e%2f',
  '%00',
  '__proto__',
  'x'.repeat(500),
  '',
  ';',
  'é',
  "' or 1=1--",
];
const QUERIES = [
  '',
  'url=https://example.org/',
  'url=file:///etc/passwd',
  'url=http://127.0.0.1:1/',
  'format=text',
  'format=x',
  'limit=-1',
  'limit=1e9',
  'assets=1',
  '%',
  'a=&a=',
  'name=../x',
  'lean=2',
  '__proto__=1',
];
const TYPES = [
  'application/json',
  'text/html',
  'application/x-ndjson',
  'application/octet-stream',
  'multipart/form-data',
  'x',
  '',
];
const BODIES = [
  '{"html":"<p>Some words","url":"https://example.org/"}',
  '{"url":"http://169.254.169.254/"}',
  '{"name":"d","title":"x"}',
  '{"operations":[{"id":"a","node":1,"label":"x","scope":"node"}]}',
  '{"rules":{"keep":["p"],"drop":[]}}',
  '{"__proto__":{"x":1},"constructor":7}',
  '[]',
  'null',
  '"',
  '<p>Some words</p>',
  '{"html":"<p>a"}\n{"html":7}\n',
];
const WORDS = ['{', '}', '"', ':null', '[[[[', '\\u0000', '1e999', '"html":', '\0', 'é'];

function headersOf(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.chance(0.8)) headers['content-type'] = random.pick(TYPES);
  if (random.chance(0.05)) headers.origin = 'https://evil.example';
  if (random.chance(0.1))
    headers.authorization = random.pick(['Bearer x', 'Basic eDp5', '', `Bearer ${'a'.repeat(2000)}`]);
  if (random.chance(0.05)) headers['content-encoding'] = random.pick(['gzip', 'br', 'x']);
  if (random.chance(0.1)) headers['x-pith-annotator'] = random.pick(['ada', '', 'x'.repeat(300)]);
  return headers;
}

export const requests: Target = {
  name: 'requests',
  about:
    'requests of any method, path, header and body to a server: never an internal error, every refusal a problem with its code, and it goes on answering',
  async open() {
    running ??= started();
    await running;
  },
  make(seed, number) {
    const random = randomOf(seed, number);
    const method = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
    const hasBody = method !== 'GET' && method !== 'HEAD' && random.chance(0.8);
    const whole = Buffer.from(random.pick(BODIES));
    const body = random.chance(0.5) ? whole : mutated(whole, random, WORDS);
    return jsonOf({
      method,
      route: random.below(1000),
      parts: [random.pick(PARTS), random.pick(PARTS)],
      query: random.pick(QUERIES),
      headers: headersOf(random),
      ...(hasBody ? { body: body.toString('base64') } : {}),
    } satisfies Input);
  },
  async check(bytes) {
    const { server, paths } = await running!;
    const { method, route, parts, query, headers, body } = parsedInput(bytes) as Input;
    let part = 0;
    const path = paths[route % paths.length]!.replace(/\{[^}]*\}/g, () =>
      encodeURIComponent(parts[part++ % parts.length]!),
    );
    try {
      const answer = await server.get(`${path}${query === '' ? '' : `?${query}`}`, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
        ...(body === undefined ? {} : { body: Buffer.from(body, 'base64') }),
      });
      const text = await answer.text();
      if (answer.status === 500) return `${method} ${path}: 500 ${text.slice(0, 200)}`;
      const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
      if (answer.status >= 400 && method !== 'HEAD' && !isProblem)
        return `${method} ${path}: ${answer.status} without a problem: ${text.slice(0, 100)}`;
      return undefined;
    } catch (error) {
      // Requests that `fetch` refuses to send.
      if (
        error instanceof TypeError &&
        /header|Invalid|method/i.test(`${error.message} ${String(error.cause)}`)
      )
        return undefined;
      return `${method} ${path}: ${lineOf(error)} ${String((error as Error).cause ?? '')}`;
    }
  },
  async close() {
    await (await running)?.server.close();
    running = undefined;
  },
};

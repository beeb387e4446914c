import { parseContentType } from '@webpith/fetch';
import { z } from 'zod';
import {
  type ExtractRequest,
  extractQuery,
  extractRequest,
  extractResult,
  methodInfo,
} from '../api/extract.js';
import { extractForRequest, extractFromPage, pageOfRequest, preparePage } from '../extraction/extract.js';
import { listMethods } from '../extraction/methods.js';
import type { SourcePage } from '../extraction/page.js';
import { Problem } from '../problem.js';
import { callerSignal, type Routes, routesFor, sendBytes } from './route.js';

const route = routesFor('extract');
const START = '/read/';

const TYPES: Readonly<Record<NonNullable<ExtractRequest['format']>, string>> = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  tei: 'application/tei+xml; charset=utf-8',
};

/** HTML output must not run scripts or load remote images. */
const TEXT_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

export const extractRoutes: Routes = (api, services) => {
  api.get(
    '/v1/methods',
    route('reader', 'Methods', { response: { 200: z.array(methodInfo) } }),
    async () => await listMethods(),
  );

  api.post(
    '/v1/extract',
    route('reader', 'Extract the main content of a page', {
      description:
        'The body is JSON, or the page itself (any other content type) with the options as query parameters. ' +
        'With a format other than json, the response is plain text.',
      querystring: extractQuery,
      body: { content: { 'application/json': { schema: extractRequest } } },
      response: { 200: extractResult },
    }),
    async (request, reply) => {
      const { body, query, headers } = request;
      const signal = callerSignal(reply);
      if (body === undefined || body === null)
        throw new Problem('bad-request', 'The request body is empty.', 'Send JSON, or the HTML of a page.');
      const isSent = Buffer.isBuffer(body);
      const options = isSent ? query : (body as ExtractRequest);
      const page = isSent
        ? await preparePage(sentPage(body, query, headers['content-type']), query, services, { signal })
        : await pageOfRequest(body as ExtractRequest, services, { signal });
      const by = request.caller.name;
      const output = await extractFromPage(page, options, services, { signal, by });
      const { format = 'json' } = options;
      if (format !== 'json') reply.header('content-security-policy', TEXT_POLICY);
      return sendBytes(reply, TYPES[format], output);
    },
  );

  // For address bars, `curl` and assistants.
  api.get(
    `${START}*`,
    route('reader', 'Extract a web page as Markdown', {
      description:
        'Append the URL unescaped, with its query: /read/https://example.org/story?page=2. The output starts ' +
        'with title and byline.',
    }),
    async (request, reply) => {
      const url = addressIn(request.raw.url ?? '');
      const options = { url, format: 'markdown', include: { title: true, byline: true } } as const;
      const output = await extractForRequest(options, services, { signal: callerSignal(reply) });
      return sendBytes(reply, 'text/markdown; charset=utf-8', output);
    },
  );
};

function sentPage(bytes: Buffer, query: z.infer<typeof extractQuery>, type = ''): SourcePage {
  const { url, charset = parseContentType(type).charset } = query;
  return { bytes, url: url || undefined, charset: charset || undefined };
}

/** The URL after `/read/`. Clients may collapse its double slash or escape it. */
function addressIn(path: string): string {
  const given = path.slice(path.indexOf(START) + START.length);
  const plain = /^https?%3a/i.test(given) ? decoded(given) : given;
  const address = plain.replace(/^(https?):\/+/i, '$1://');
  if (/^https?:/i.test(address) && URL.canParse(address)) return address;
  throw new Problem(
    'bad-request',
    'The address of a page must start with http:// or https://.',
    'Write the whole address: /read/https://example.org/story.',
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

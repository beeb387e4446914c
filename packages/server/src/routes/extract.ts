import { parseContentType } from '@webpith/fetch';
import type { z } from 'zod';
import { type ExtractRequest, extractQuery, extractRequest, extractResult } from '../api/extract.js';
import { extractFromPage } from '../extraction/extract.js';
import type { SourcePage } from '../extraction/page.js';
import { asAsked, pageOfRequest } from '../extraction/source.js';
import { Problem } from '../problem.js';
import { type Routes, routesAbout } from './route.js';
import { sendBytes } from './send-bytes.js';
import { callerSignal } from './signal.js';

const route = routesAbout('extract');

/** Content types of the answers. */
const TYPES: Readonly<Record<NonNullable<ExtractRequest['format']>, string>> = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  tei: 'application/tei+xml; charset=utf-8',
};

/** An article written as HTML is shown, never run, and asks nobody for its pictures. */
const TEXT_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/** Extraction of one page. */
export const extractRoutes: Routes = (api, services) => {
  api.post(
    '/v1/extract',
    route('reader', 'What a person would read on a page', {
      description:
        'The body is JSON, or the page itself (any other content type) with the options as query parameters. ' +
        'With a format other than json the answer is the bare text.',
      querystring: extractQuery,
      body: { content: { 'application/json': { schema: extractRequest } } },
      response: { 200: extractResult },
    }),
    async (request, reply) => {
      const { body, query, headers } = request;
      const signal = callerSignal(reply);
      if (body === undefined || body === null) throw noPage();
      const isSent = Buffer.isBuffer(body);
      const options = isSent ? query : (body as ExtractRequest);
      const page = isSent
        ? await asAsked(sentPage(body, query, headers['content-type']), query, services, signal)
        : await pageOfRequest(body as ExtractRequest, services, signal);
      const by = request.caller.name;
      const { output } = await extractFromPage(page, options, services, { signal, by });
      const { format = 'json' } = options;
      if (format !== 'json') reply.header('content-security-policy', TEXT_POLICY);
      return sendBytes(reply, TYPES[format], output);
    },
  );
};

/** A page that is the body itself; the charset of its type is what the transport says. */
function sentPage(bytes: Buffer, query: z.infer<typeof extractQuery>, type = ''): SourcePage {
  const { url, charset = parseContentType(type).charset } = query;
  return { bytes, ...(url && { url }), ...(charset && { charset }) };
}

function noPage(): Problem {
  return new Problem(
    'bad-request',
    'expected a page, got an empty body',
    'Send JSON, or the HTML of a page.',
  );
}

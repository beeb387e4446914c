import { Readable } from 'node:stream';
import { inOrder, single } from '@webpith/threads';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { bodyOf, problemFromError } from '../answer-problems.js';
import { type ExtractRequest, extractRequest } from '../api/extract.js';
import { extractForRequest, type UnpackBudget } from '../extraction/extract.js';
import { Problem, parsed } from '../problem.js';
import { pagesByRate } from '../rates.js';
import type { Services } from '../services.js';
import { callerSignal, type Routes } from './route.js';

/** A line: a request with an id, which is repeated in its response. */
const batchLine = extractRequest.safeExtend({
  id: z.union([z.string().max(1000), z.number()]).optional(),
  format: z.literal('json').optional(),
});

/** Requests in progress per thread; with more than one, a thread need not wait between two requests. */
const AHEAD = 3;
const LF = Buffer.from('\n');

export const batchRoutes: Routes = async (api, services) => {
  const byRate = pagesByRate(api, services.options);
  await api.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.post(
      '/v1/extract/batch',
      {
        // The limit applies to each line, not to the whole body.
        bodyLimit: Number.MAX_SAFE_INTEGER,
        config: { role: 'reader', lines: true, unpackedLimit: services.options.batchLimit },
        schema: {
          tags: ['extract'],
          summary: 'Extract many pages: JSON lines in, JSON lines out',
          description:
            'Each line is a request of /v1/extract with an optional id; each line of the response is a result or ' +
            '{id, problem}. Responses are in order and start before the whole body is sent.',
        },
      },
      async (request, reply) => {
        const by = request.caller.name;
        const budget = { left: services.options.batchLimit };
        const batch: Batch = { services, signal: callerSignal(reply), log: request.log, by, budget };
        const { linesOf } = await import('@webpith/sources');
        const lines = byRate(
          // The body is undefined if the request has none.
          linesOf((request.body as Readable | undefined) ?? Readable.from([]), services.options.bodyLimit),
          request,
          batch.signal,
        );
        const answers = inOrder(lines, services.options.threads * AHEAD, ({ bytes }) =>
          single(answerLine(bytes, batch)),
        );
        // Closes the connection, so that the rest of a refused body is not read.
        reply.raw.once('finish', () => void (request.raw.complete || request.raw.destroy()));
        return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(written(answers)));
      },
    );
  });
};

async function* written(answers: AsyncIterable<Uint8Array | undefined>): AsyncGenerator<Uint8Array> {
  let hasBegun = false;
  try {
    for await (const answer of answers) {
      if (answer === undefined) continue;
      hasBegun = true;
      yield Buffer.concat([answer, LF]);
    }
  } catch (error) {
    // If the body breaks off after the response has begun, the last line is the problem.
    if (!hasBegun || !(error instanceof Problem)) throw error;
    yield Buffer.from(`${JSON.stringify({ problem: bodyOf(error) })}\n`);
  }
}

interface Batch {
  readonly services: Services;
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  readonly by: string;
  readonly budget: UnpackBudget;
}

async function answerLine(line: Uint8Array | undefined, batch: Batch): Promise<Uint8Array | undefined> {
  const { services, signal, log, by, budget } = batch;
  let id: unknown;
  try {
    const value = readJson(line, services.options.bodyLimit);
    if (value === undefined) return undefined;
    id = (value as { id?: unknown } | null)?.id;
    const { id: own, ...request } = parsed(batchLine, value);
    const output = await extractForRequest(request as ExtractRequest, services, { signal, by, budget });
    if (own === undefined) return output;
    // Insert the id before the first field of the JSON object.
    return Buffer.concat([Buffer.from(`{"id":${JSON.stringify(own)},`), output.subarray(1)]);
  } catch (error) {
    const problem = problemFromError(error);
    if (problem.code === 'internal') log.error({ err: error }, 'unexpected failure');
    const known = typeof id === 'string' || typeof id === 'number' ? { id } : {};
    return Buffer.from(JSON.stringify({ ...known, problem: bodyOf(problem) }));
  }
}

function readJson(line: Uint8Array | undefined, limit: number): unknown {
  if (line === undefined) {
    throw new Problem(
      'too-large',
      `The line is longer than ${limit} bytes.`,
      'Send the page in a request of its own.',
    );
  }
  const text = new TextDecoder().decode(line);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Problem('bad-request', 'The line is not valid JSON.', 'Write one JSON object per line.');
  }
}

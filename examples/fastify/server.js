// Two routes that extract: one takes HTML, one takes an address and fetches it under guard.
//   node examples/fastify/server.js
import { FetchError, fetchPage } from '@webpith/fetch';
import Fastify from 'fastify';
import { extract, PithError } from 'webpith';

const MOST_BYTES = 5_000_000;

const server = Fastify({ bodyLimit: MOST_BYTES });

// Bytes, not a string: Pith finds the encoding out, as a browser does.
server.addContentTypeParser('text/html', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

server.post('/extract', request => reading(extract(request.body)));

server.get('/read', async request => {
  const { bytes, url, charset } = await fetchPage(String(request.query.url ?? ''), {
    timeout: 10_000,
    maxSize: MOST_BYTES,
  });
  return reading(extract(bytes, { url, ...(charset === undefined ? {} : { charset }) }));
});

server.setErrorHandler((error, _request, reply) => {
  const theirs = error instanceof FetchError || error instanceof PithError || error.statusCode < 500;
  return reply
    .code(error.statusCode ?? (theirs ? 400 : 500))
    .send({ error: theirs ? error.message : 'failed' });
});

function reading({ title, authors, published, type, confidence, markdown }) {
  return { title, authors, published, type, confidence, markdown };
}

console.log(await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) }));

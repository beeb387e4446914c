import { extractForRequest } from '../extraction/extract.js';
import { Problem } from '../problem.js';
import { type Routes, routesAbout } from './route.js';
import { sendBytes } from './send-bytes.js';
import { callerSignal } from './signal.js';

const route = routesAbout('extract');

const START = '/read/';

/** A page as Markdown for whoever can put an address behind another: a person's address bar, `curl`, an assistant. */
export const readRoutes: Routes = (api, services) => {
  api.get(
    `${START}*`,
    route('reader', 'A page of the web as Markdown', {
      description:
        'The address follows as it is, with its own query: /read/https://example.org/story?page=2. The title and who ' +
        'wrote it stand on top.',
    }),
    async (request, reply) => {
      const url = addressIn(request.raw.url ?? '');
      const options = { url, format: 'markdown', include: { title: true, byline: true } } as const;
      const { output } = await extractForRequest(options, services, { signal: callerSignal(reply) });
      return sendBytes(reply, 'text/markdown; charset=utf-8', output);
    },
  );
};

/** The address behind `/read/`; on the way here some make one slash of two, or escape the whole. */
function addressIn(path: string): string {
  const given = path.slice(path.indexOf(START) + START.length);
  const plain = /^https?%3a/i.test(given) ? decoded(given) : given;
  const address = plain.replace(/^(https?):\/+/i, '$1://');
  if (/^https?:/i.test(address) && URL.canParse(address)) return address;
  throw new Problem(
    'bad-request',
    'expected an http(s) address behind /read/, got something else',
    'Write it out: /read/https://example.org/story.',
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import { createServer } from 'node:net';
import { closeServers, listening, html as page, serve } from '@webpith/fetch/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../test/tiers.js';
import { openPool, type RenderPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';
import { failure } from './testing/failure.js';

const STORY = `<h1>Tides</h1><p>${'The boats wait for the tide in the harbour. '.repeat(10)}</p>`;

/** Ways in which a page navigates by itself. */
const WAYS: Readonly<Record<string, (to: string) => string>> = {
  'by a script': to => `<script>location = ${JSON.stringify(to)}</script>`,
  'by a refresh': to => `<meta http-equiv=refresh content="0;url=${to}">`,
  'when it is loaded': to => `<script>onload = () => location.replace(${JSON.stringify(to)})</script>`,
};

describe.skipIf(!hasChromium)('a page that navigates elsewhere', () => {
  let pool: RenderPool;
  beforeAll(() => {
    pool = openPool({ pages: 1 });
  });
  afterAll(() => pool?.close());
  afterEach(closeServers);

  /** In this test only 127.0.0.1 is public. */
  const rule = (address: string) => (address === '127.0.0.1' ? undefined : 'private');
  const rendered = async (way: string, to: string) => {
    const site = await serve(page(`${STORY}${WAYS[way]!(to)}`));
    return pool.render({ url: `${site}/` }, { rule, wait: 'idle' });
  };

  describe.each(sampled(Object.keys(WAYS), 1))('%s', way => {
    it.each(['http://127.0.0.2/', 'https://127.0.0.2/', 'http://[::1]:8080/'])(
      'to the blocked address %s fails',
      async to => {
        const error = await failure(rendered(way, to));
        expect(error.code).toBe('blocked-address');
        expect(error.message).toContain(new URL(to).hostname.replace(/^\[|\]$/g, ''));
      },
    );

    it('to an address without a server fails', async () => {
      for (const scheme of ['http', 'https']) {
        const port = await listening(createServer(socket => socket.destroy()));
        const error = await failure(rendered(way, `${scheme}://127.0.0.1:${port}/`));
        expect([scheme, error.code]).toEqual([scheme, 'network']);
      }
    });

    it('to a missing page fails', async () => {
      const gone = await serve((_request, response) => response.writeHead(404).end('<h1>Not here</h1>'));
      expect((await failure(rendered(way, `${gone}/`))).code).toBe('http-status');
    });

    it('to a page yields that page', async () => {
      const other = await serve(page('<h1>Elsewhere</h1><p>Here it goes on.'));
      expect((await rendered(way, `${other}/`)).html).toContain('Here it goes on');
    });
  });
});

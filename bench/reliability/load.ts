import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startServerProcess } from '../../packages/server/dist/testing/killed-server.js';
import { generatedPage } from '../generated-pages.js';
import type { Outcome, Size } from './figures.js';

const AT_ONCE = 200;
/** Different pages that are sent, in turn. */
const PAGES = 40;

/** A server under many requests at once for minutes: everything is answered, and memory stays. */
export async function tryLoad({ seconds }: Size): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-reliability-'));
  const server = await startServerProcess({ port: 0, store: join(folder, 'store.sqlite'), rate: 0 });
  const memory: number[] = [];
  const look = setInterval(() => memory.push(residentMegabytes(server.pid)), 1000);
  try {
    const requests = Array.from({ length: PAGES }, (_, i) => ({
      method: 'POST' as const,
      path: '/v1/extract',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        html: generatedPage(8000, i + 1),
        url: `https://example.org/${i}`,
        outputs: ['text'],
      }),
    }));
    const result = await autocannon({
      url: server.address,
      connections: AT_ONCE,
      duration: seconds,
      requests,
      timeout: 60,
    });
    const quarters = [0, 0.25, 0.5, 0.75].map(share =>
      median(memory.slice(Math.floor(memory.length * share), Math.floor(memory.length * (share + 0.25)))),
    );
    const health = await fetch(`${server.address}/health`).then(answer => answer.status);
    const faults = [
      ...(result.errors > 0 ? [`${result.errors} errors of the connection`] : []),
      ...(result.timeouts > 0 ? [`${result.timeouts} time-outs`] : []),
      ...(result.non2xx > 0 ? [`${result.non2xx} answers other than 2xx`] : []),
      ...(health === 200 ? [] : [`health ${health} afterwards`]),
    ];
    return {
      figures: [
        ['seconds', seconds],
        ['requests at once', AT_ONCE],
        ['answers', result['2xx']],
        ['answers a second', result.requests.average.toFixed(0)],
        [
          'milliseconds to an answer: median, 99 of 100, longest',
          `${result.latency.p50}, ${result.latency.p99}, ${result.latency.max}`,
        ],
        [
          'errors, time-outs, answers other than 2xx',
          `${result.errors}, ${result.timeouts}, ${result.non2xx}`,
        ],
        ['megabytes of the server, median of each quarter of the time', quarters.map(Math.round).join(', ')],
      ],
      faults,
    };
  } finally {
    clearInterval(look);
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function residentMegabytes(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PageSample } from './pages.js';

/** What one process came to. */
export interface PeerResult {
  readonly version: string;
  /** The first time that the process saw the pages: what is compiled while it runs is compiled now. */
  readonly first: PeerPass;
  /** Over and over from there. */
  readonly warm: PeerPass;
  /** Largest resident set, in bytes: runtime, extractor and the pages themselves. */
  readonly memory: number;
}

export interface PeerPass {
  readonly pages: number;
  readonly failures: number;
  readonly seconds: number;
}

export interface Peer {
  readonly name: string;
  readonly language: 'JavaScript' | 'Python';
}

/** Ourselves, bare parsing, and what people would take instead; by the names of their packages. */
export const PEERS: readonly Peer[] = [
  { name: 'htmlparser2', language: 'JavaScript' },
  { name: 'webpith', language: 'JavaScript' },
  { name: '@mozilla/readability', language: 'JavaScript' },
  { name: 'defuddle', language: 'JavaScript' },
  { name: 'trafilatura', language: 'Python' },
  { name: 'rs-trafilatura', language: 'Python' },
  { name: 'resiliparse', language: 'Python' },
];

/** The Python that has the peers of its world installed. */
const PYTHON = process.env.PITH_BENCH_PYTHON ?? 'python3';
/** Seconds of the later passes, and the most that the first may take: the slow ones do not see every page. */
const SECONDS = 6;

const run = promisify(execFile);

/** Times a peer on the pages of a sample, in a process of its own; undefined where it is not installed. */
export async function timePeer(peer: Peer, sample: PageSample): Promise<PeerResult | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-bench-'));
  const file = join(folder, 'pages.ndjson');
  writeFileSync(file, sample.pages.map(page => `${JSON.stringify(page)}\n`).join(''));
  const [command, script] =
    peer.language === 'Python' ? [PYTHON, 'peer.py'] : [process.execPath, 'peer-process.ts'];
  const flags = peer.language === 'Python' ? [] : ['--import', 'tsx'];
  const path = fileURLToPath(new URL(script, import.meta.url));
  try {
    const { stdout } = await run(command, [...flags, path, peer.name, file, String(SECONDS)]);
    return JSON.parse(stdout) as PeerResult;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

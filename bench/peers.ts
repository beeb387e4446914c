import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PageSample } from './pages.js';

export interface PeerResult {
  readonly version: string;
  /** First pass over the pages, including compilation. */
  readonly first: PeerPass;
  /** Later passes. */
  readonly warm: PeerPass;
  /** Peak resident set in bytes: runtime, extractor and pages. */
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

/** Pith, bare parsing and alternatives, by package name. */
export const PEERS: readonly Peer[] = [
  { name: 'htmlparser2', language: 'JavaScript' },
  { name: 'webpith', language: 'JavaScript' },
  { name: '@mozilla/readability', language: 'JavaScript' },
  { name: 'defuddle', language: 'JavaScript' },
  { name: 'trafilatura', language: 'Python' },
  { name: 'rs-trafilatura', language: 'Python' },
  { name: 'resiliparse', language: 'Python' },
];

/** Python with the Python peers installed. */
const PYTHON = process.env.PITH_BENCH_PYTHON ?? 'python3';
/** Seconds of the later passes, and limit of the first: slow peers do not read every page. */
const SECONDS = 6;

const run = promisify(execFile);

/** Times a peer on a sample in its own process; undefined if it is not installed. */
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

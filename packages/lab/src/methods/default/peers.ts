import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readGold } from '../../corpora/read.js';
import { bagOfWords, type PrecisionRecall } from '../../metrics/overlap.js';
import { countSnippets, type SnippetCounts } from '../../metrics/snippets.js';
import { loadRecorded } from '../../peers/recorded.js';

interface PeerPage {
  readonly bag: PrecisionRecall | undefined;
  readonly snippets: SnippetCounts;
}

export type PeerScores = ReadonlyMap<string, ReadonlyMap<string, PeerPage>>;

/** Scores all recorded outputs (`peers/<corpus>.<peer>.jsonl.gz` beside the folder of the corpora). */
export async function peerScores(folders: readonly string[]): Promise<PeerScores> {
  const scores = new Map<string, Map<string, PeerPage>>();
  for (const folder of folders) {
    const corpus = folder.split('/').at(-1)!;
    const recordings = join(dirname(folder), '..', 'peers');
    if (!existsSync(recordings)) continue;
    for (const file of await readdir(recordings)) {
      const peer = new RegExp(`^${corpus}\\.(.{1,60})\\.jsonl(?:\\.gz)?$`).exec(file)?.[1];
      if (peer === undefined) continue;
      const pages = scores.get(peer) ?? new Map<string, PeerPage>();
      scores.set(peer, pages);
      await addPages(pages, corpus, folder, peer, join(recordings, file));
    }
  }
  return scores;
}

async function addPages(
  pages: Map<string, PeerPage>,
  corpus: string,
  folder: string,
  peer: string,
  file: string,
) {
  const recorded = await loadRecorded(peer, file);
  for await (const { gold } of readGold(folder, { onProblem: () => {} })) {
    let text = '';
    try {
      text = (await recorded.extract({ ...gold, html: new Uint8Array() })).text;
    } catch {
      // A page that the peer failed on counts as an empty extraction.
    }
    const bag = gold.text?.trim() ? bagOfWords(gold.text, text) : undefined;
    pages.set(`${corpus}/${gold.id}`, { bag, snippets: countSnippets(gold, text) });
  }
}

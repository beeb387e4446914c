import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Store } from '@webpith/store';
import type { ExportFormat } from '../../api/corpora.js';
import { arffLines } from './arff.js';
import { corpusFiles, goldTexts } from './folder.js';
import { jsonLines } from './jsonl.js';
import { type TarFile, tarOf } from './tar.js';

type Source<T> = (store: Store, corpus: string, annotator: string | undefined) => AsyncGenerator<T>;

/** How a corpus is written. */
interface Format {
  readonly type: string;
  readonly ending: string;
  write(store: Store, corpus: string, annotator: string | undefined): AsyncIterable<string | Uint8Array>;
}

const archive = (ending: string, files: Source<TarFile>): Format => ({
  type: 'application/gzip',
  ending,
  write: (...given) => Readable.from(tarOf(files(...given)), { objectMode: false }).compose(createGzip()),
});

/** The formats by name. A new one is a file here and a line in this table. */
export const EXPORTS: Readonly<Record<ExportFormat, Format>> = {
  folder: archive('.tar.gz', corpusFiles),
  text: archive('-text.tar.gz', goldTexts),
  jsonl: { type: 'application/x-ndjson', ending: '.jsonl', write: jsonLines },
  arff: { type: 'text/x-arff; charset=utf-8', ending: '.arff', write: arffLines },
};

/** The export as a stream; what goes wrong before its first bytes is thrown here, so that it is answered as a problem. */
export async function exportStream(format: Format, ...given: Parameters<Format['write']>): Promise<Readable> {
  const chunks = format.write(...given)[Symbol.asyncIterator]();
  const first = await chunks.next();
  const all = async function* () {
    try {
      for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield chunk.value;
    } finally {
      await chunks.return?.(); // the caller may have gone away
    }
  };
  return Readable.from(all(), { objectMode: false });
}

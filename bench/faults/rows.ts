import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rowsOfShard } from '../../packages/fleet/src/output/read.js';
import { warcRecord } from '../../packages/sources/src/testing/warc.js';
import { generatedPage } from '../generated-pages.js';

/** Writes a WARC.gz of generated pages, each with the mark of its index; returns its path and the end of each record. */
export function writeWarc(
  folder: string,
  pages: number,
  mark: (index: number) => string = () => '',
): { file: string; ends: number[] } {
  const members = Array.from({ length: pages }, (_, i) => {
    const body = generatedPage(3000, i + 1).replace('<body>', `<body>${mark(i)}`);
    return gzipSync(warcRecord({ url: `https://example.org/story/${i}`, body }), { level: 1 });
  });
  const file = join(folder, 'pages.warc.gz');
  writeFileSync(file, Buffer.concat(members));
  let end = 0;
  return { file, ends: members.map(({ length }) => (end += length)) };
}

/** A digest of each row, in order; empty if the folder is missing. */
export async function rowsIn(folder: string): Promise<string[]> {
  const rows: string[] = [];
  if (!existsSync(folder)) return rows;
  for (const name of readdirSync(folder)
    .filter(each => each.startsWith('shard-'))
    .sort()) {
    for await (const row of rowsOfShard(join(folder, name))) {
      rows.push(createHash('sha256').update(JSON.stringify(row)).digest('base64').slice(0, 22));
    }
  }
  return rows;
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import { startServerProcess } from '../../packages/server/src/testing/killed-server.js';
import { compared, type Fault, inFolder, pith, reasonOf } from './fault.js';
import { rowsIn, writeWarc } from './rows.js';

export const halfWarc: Fault = {
  name: 'half-warc',
  title: 'a truncated WARC file',
  run: ({ pages }) =>
    inFolder(async folder => {
      const { file, ends } = writeWarc(folder, pages);
      const bytes = readFileSync(file);
      const half = bytes.length >> 1;
      const whole = ends.filter(end => end <= half).length;
      const batch = (out: string) => ['batch', file, '--out', join(folder, out), '--workers', '1'];
      await pith(batch('all'));
      writeFileSync(file, bytes.subarray(0, half));
      const cut = await pith(batch('half'));
      const lost = compared(
        (await rowsIn(join(folder, 'all'))).slice(0, whole),
        await rowsIn(join(folder, 'half')),
      );
      if (cut.code !== 0) lost.push(`ended with ${cut.code}: ${reasonOf(cut)}`);
      if (!/lost|cut/i.test(cut.output)) lost.push('the loss was not reported');
      return {
        test: `\`pith batch\` of a WARC.gz file of ${pages} pages, truncated in the middle of a record`,
        outcome: `the ${whole} complete pages, with the rows of the complete file; the rest is counted as lost`,
        lost,
      };
    }),
};

/** An uncompressed ZIP archive of one file. */
function zipOf(name: string, content: Buffer): Buffer {
  const head = (signature: number, more: number) => {
    const bytes = Buffer.alloc(signature === 0x04034b50 ? 30 : 46);
    bytes.writeUInt32LE(signature, 0);
    bytes.writeUInt32LE(crc32(content) >>> 0, 14 + more);
    bytes.writeUInt32LE(content.length, 18 + more);
    bytes.writeUInt32LE(content.length, 22 + more);
    bytes.writeUInt16LE(name.length, 26 + more);
    return Buffer.concat([bytes, Buffer.from(name)]);
  };
  const local = Buffer.concat([head(0x04034b50, 0), content]);
  const central = head(0x02014b50, 2);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

export const zipOfZips: Fault = {
  name: 'zip-of-zips',
  title: 'decompression bombs',
  run: () =>
    inFolder(async folder => {
      let zip = zipOf('page.html', Buffer.from('<p>Some words'));
      for (let depth = 0; depth < 50; depth++) zip = zipOf(`${depth}.zip`, zip);
      const bomb = gzipSync(gzipSync(Buffer.alloc(120_000_000)));
      mkdirSync(join(folder, 'pages'));
      for (const [name, bytes] of [
        ['zip.html', zip],
        ['bomb.html', bomb],
        ['bomb.html.gz', bomb],
      ] as const)
        writeFileSync(join(folder, 'pages', name), bytes);
      const lost: string[] = [];
      for (const name of ['zip.html', 'bomb.html', 'bomb.html.gz']) {
        const { code, output } = await pith(['extract', join(folder, 'pages', name)]);
        if (code !== 1 || !/ZIP archive|larger/.test(output))
          lost.push(`extract ${name}: ${code}, ${output.trim().slice(-200)}`);
      }
      const batch = await pith([
        'batch',
        join(folder, 'pages'),
        '--out',
        join(folder, 'out'),
        '--workers',
        '1',
      ]);
      if (batch.code !== 1) lost.push(`batch: ${batch.code}, ${reasonOf(batch)}`);
      const server = await startServerProcess({ port: 0, store: join(folder, 'store.sqlite'), threads: 1 });
      try {
        for (const [bytes, status] of [
          [zip, 415],
          [bomb, 413],
        ] as const) {
          const answer = await fetch(`${server.address}/v1/extract`, {
            method: 'POST',
            headers: { 'content-type': 'text/html' },
            body: new Uint8Array(bytes),
          });
          if (answer.status !== status) lost.push(`the server answered ${answer.status}, not ${status}`);
        }
        if ((await fetch(`${server.address}/health`)).status !== 200) lost.push('the server is gone');
      } finally {
        await server.kill();
      }
      return {
        test: `a page in 51 nested ZIP archives, and ${(bomb.length / 1000).toFixed(1)} kB that decompress to 120 MB in two steps, given to \`pith extract\`, \`pith batch\` and the server`,
        outcome: 'all refused by their type or size (the server answers 415 and 413 and continues)',
        lost,
      };
    }),
};

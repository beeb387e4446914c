import { gzipSync } from 'node:zlib';

export interface RecordParts {
  readonly type?: string;
  readonly url?: string;
  readonly date?: string;
  /** Status line of a `response`. */
  readonly status?: string;
  readonly http?: Readonly<Record<string, string>>;
  /** Additional or changed headers of the record. */
  readonly warc?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The bytes of one record of an uncompressed WARC. */
export function warcRecord(parts: RecordParts = {}): Buffer {
  const { type = 'response', url = 'https://example.org/', date = '2026-01-02T03:04:05Z' } = parts;
  const body = Buffer.from(parts.body ?? '<p>A page.</p>');
  const block = type === 'response' ? Buffer.concat([httpHead(parts), body]) : body;
  const headers = {
    'WARC-Type': type,
    'WARC-Target-URI': url,
    'WARC-Date': date,
    'WARC-Record-ID': '<urn:uuid:00000000-0000-0000-0000-000000000000>',
    'Content-Type': type === 'response' ? 'application/http; msgtype=response' : 'text/plain',
    'Content-Length': String(block.length),
    ...parts.warc,
  };
  return Buffer.concat([Buffer.from(`WARC/1.0\r\n${lines(headers)}\r\n`), block, Buffer.from('\r\n\r\n')]);
}

function httpHead({ status = 'HTTP/1.1 200 OK', http = {} }: RecordParts): Buffer {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...http };
  return Buffer.from(`${status}\r\n${lines(headers)}\r\n`);
}

function lines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** A WARC.gz: one gzip member per record. */
export function gzipMembers(records: readonly Uint8Array[]): Buffer {
  return Buffer.concat(records.map(record => gzipSync(record, { level: 1 })));
}

/** A small page, distinguished by its number. */
export function testPage(number: number): string {
  const story = `The keeper of lighthouse ${number} wrote every evening how the sea had been, and who had passed.`;
  return `<!doctype html><html lang="en"><head><title>Lighthouse ${number}</title></head><body><nav><a href="/">Home</a> <a href="/all">All</a></nav><main><h1>Lighthouse ${number}</h1>${`<p>${story} Nobody read it before the winter of the ice, when the lamp went out.</p>`.repeat(4)}</main></body></html>`;
}

export function pageRecords(count: number): Buffer[] {
  return Array.from({ length: count }, (_, number) =>
    warcRecord({ url: `https://example.org/light/${number}`, body: testPage(number) }),
  );
}

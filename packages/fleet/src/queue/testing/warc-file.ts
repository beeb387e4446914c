import { writeFile } from 'node:fs/promises';
import { digestOf } from '@webpith/sources';
import { gzipMembers, warcRecord } from '../../testing/warc.js';

/** A test page with some sentences, and attributes that the obedient extractor follows. */
export function testPage(number: number, attributes = ''): string {
  const sentence = `This is sentence number ${number} of the tide tables, and the boats of harbour ${number} wait for it. `;
  return `<!doctype html><html lang="en"><head><title>Page ${number}</title></head><body><article ${attributes}><h1>Page ${number}</h1><p>${sentence.repeat(5)}</p></article></body></html>`;
}

/** Attributes for `count` slow pages, so that a job can be interrupted. */
export function slowPages(count: number): string[] {
  return Array.from({ length: count }, () => 'data-pause="15"');
}

/** Writes pages as a WARC.gz, one gzip member per record; returns their digests. */
export async function writeTestWarc(file: string, pages: readonly string[]): Promise<string[]> {
  const records = pages.map((body, number) => warcRecord({ url: `http://harbour.test/${number}`, body }));
  await writeFile(file, gzipMembers(records));
  return pages.map(html => digestOf(Buffer.from(html)));
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBatch } from '../batch/batch.js';
import { duckDb, hasPython, runPython } from '../testing/other-readers.js';
import { warcRecord } from '../testing/warc.js';
import { rowsOfShard } from './read.js';
import { COLUMNS, type Row } from './row.js';

const HTML =
  '<html lang="en"><title>Tides</title><meta name="author" content="Ann Keeper">' +
  '<meta property="article:published_time" content="2021-03-04T10:00:00+02:00">' +
  '<meta property="article:modified_time" content="2021-03-05"><h1>Tides</h1>' +
  '<p>High water is at six in the evening, <a href="/low">low water</a> at noon, said "the keeper".</p>';
const RECORD = 'urn:uuid:3f1c2a90-0000-4000-8000-00000000000a';

const query = await duckDb('how DuckDB reads Parquet');
const hasArrow = hasPython('how Arrow reads Parquet', 'pyarrow');

let dir: string;
let shard: string;
let narrow: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-parquet-'));
  const warc = join(dir, 'crawl.warc');
  const page = warcRecord({ body: HTML, warc: { 'WARC-Record-ID': `<${RECORD}>` } });
  await writeFile(warc, Buffer.concat([page, warcRecord({ body: '<p>short', date: 'yesterday' })]));
  const options = { inputs: [warc], format: 'parquet', workers: 1 } as const;
  await runBatch({ ...options, out: join(dir, 'all') });
  await runBatch({ ...options, out: join(dir, 'narrow'), columns: ['published', 'title'] });
  shard = join(dir, 'all/shard-00000.parquet');
  narrow = join(dir, 'narrow/shard-00000.parquet');
});
afterAll(() => rm(dir, { recursive: true }));

const RECORD_COLUMNS = 'id recordId url date digest file offset length part error'.split(' ');
const JSON_COLUMNS = Object.entries(COLUMNS).flatMap(([name, type]) => (type === 'json' ? [name] : []));

describe.skipIf(query === undefined)('Parquet as DuckDB reads it', () => {
  const columnsOf = async (file: string) =>
    Object.fromEntries(
      (await query!(`describe select * from '${file}'`)).map(each => [each.column_name, each.column_type]),
    );

  it('contains JSON that is encoded once', async () => {
    const kinds = JSON_COLUMNS.map(name => `json_type(${name}) as ${name}`);
    const [found] = await query!(`select ${kinds.join(', ')} from '${shard}' limit 1`);
    expect(found).toMatchObject({ types: 'OBJECT', sources: 'OBJECT', content: 'ARRAY' });
    expect(Object.values(found!)).not.toContain('VARCHAR');
    const [type] = await query!(`select sources->>'$.title' as title, text from '${shard}' limit 1`);
    expect(type?.title).not.toBeNull();
  });

  it('has typed columns, including timestamps', async () => {
    const types = await columnsOf(shard);
    const time = 'TIMESTAMP WITH TIME ZONE';
    expect(types).toMatchObject({ date: time, published: time, modified: time });
    expect(types).toMatchObject({ authors: 'VARCHAR[]', offset: 'BIGINT', confidence: 'DOUBLE' });
    for (const name of JSON_COLUMNS) expect([name, types[name]]).toEqual([name, 'JSON']);
    const [first, second] = await query!(
      `select epoch_ms(date) as date, epoch_ms(published) as published, epoch_ms(modified) as modified from '${shard}'`,
    );
    expect([first?.date, first?.published, first?.modified].map(Number)).toEqual(
      ['2026-01-02T03:04:05Z', '2021-03-04T08:00:00Z', '2021-03-05T00:00:00Z'].map(Date.parse),
    );
    expect(second?.date).toBeNull(); // an invalid date is null
  });

  it('has the requested columns and those of the record, and no others', async () => {
    expect(Object.keys(await columnsOf(narrow))).toEqual([...RECORD_COLUMNS, 'title', 'published']);
    expect(Object.keys(await columnsOf(shard))).not.toContain('structure');
  });

  it('keeps the id of a WARC record', async () => {
    const [found] = await query!(`select "recordId" from '${narrow}' limit 1`);
    expect(found).toEqual({ recordId: RECORD });
  });
});

describe.skipIf(!hasArrow)('Parquet as Arrow reads it', () => {
  it('contains JSON encoded once, and timestamps', () => {
    const program = `
import json, sys, pyarrow.parquet as pq
table = pq.read_table(sys.argv[1])
row = table.slice(0, 1).to_pylist()[0]
print(json.dumps({
  "content": type(json.loads(row["content"])).__name__,
  "types": type(json.loads(row["types"])).__name__,
  "date": str(table.schema.field("date").type),
  "published": row["published"].isoformat(),
  "record": row["recordId"],
}))`;
    expect(runPython(program, shard)).toEqual({
      content: 'list',
      types: 'dict',
      date: expect.stringMatching(/^timestamp\[[mu]s, tz=UTC\]$/),
      published: '2021-03-04T08:00:00+00:00',
      record: RECORD,
    });
  });
});

describe('Parquet as Pith reads it', () => {
  it('round-trips the rows', async () => {
    const rows: Row[] = [];
    for await (const row of rowsOfShard(shard)) rows.push(row);
    expect(rows[0]).toMatchObject({
      recordId: RECORD,
      date: '2026-01-02T03:04:05Z',
      published: '2021-03-04T08:00:00Z',
      content: expect.any(Object),
    });
  });
});

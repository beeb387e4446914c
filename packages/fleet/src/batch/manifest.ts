import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Input, Place, SkipCounts } from '@webpith/sources';
import { FleetError } from '../errors.js';
import type { ModelId } from '../model-id.js';
import { beside, nameBeside } from '../output/beside.js';
import type { ShardFile } from '../output/shard.js';

/** A page's place among all inputs. */
export interface BatchPlace extends Place {
  /** Which of the inputs. */
  readonly input: number;
}

/** What a batch was told that shapes its output; a batch that goes on must be told the same. */
export interface BatchSettings {
  readonly inputs: readonly (Input & { readonly size: number })[];
  readonly format: string;
  readonly columns: readonly string[];
  readonly maxSize: number;
  readonly include: unknown;
  readonly filter?: unknown;
  /** What decided, where it was not the default. */
  readonly model?: ModelId;
}

/** A shard that is done: its file, and the range of the input that it holds. */
export interface ShardEntry extends ShardFile, SkipCounts {
  readonly rows: number;
  readonly errors: number;
  /** Bytes of the rows before packing. */
  readonly unpacked: number;
  readonly first: BatchPlace;
  readonly last: BatchPlace;
}

/** What a manifest says. */
export interface ManifestState {
  readonly shards: readonly ShardEntry[];
  /** What was skipped behind the last page, once the end of the input was reached. */
  readonly end: SkipCounts | undefined;
}

type Line = { settings: BatchSettings } | { shard: ShardEntry } | { end: SkipCounts };

const BARE_NAME = 'manifest.jsonl';
/** Name of the file. */
export const MANIFEST = beside(BARE_NAME);
const FORMAT_VERSION = 2;
/** Before, Parquet had other columns, and one folder must not hold both; other formats go on. */
const VERSION_OF_OTHER_PARQUET = 1;

/**
 * The record of a batch, a line for each shard that is done, beside the shards. A line is written once its shard is on
 * the disk; a line that a stop cut off is as if it had not been written, and its shard is made again.
 */
export class Manifest {
  private constructor(
    private readonly file: FileHandle,
    readonly state: ManifestState,
  ) {}

  /** Opens the manifest of a folder, or begins one; refuses one that was made with other settings. */
  static async open(folder: string, settings: BatchSettings): Promise<Manifest> {
    await nameBeside(folder, [BARE_NAME]);
    const path = join(folder, MANIFEST);
    const { lines, length } = await wholeLines(path);
    const [first, ...rest] = lines as [{ version?: number; settings?: BatchSettings }?, ...Line[]];
    if (first !== undefined) checkSettings(folder, first, settings);
    const file = await open(path, first === undefined ? 'w' : 'r+');
    await file.truncate(length);
    const manifest = new Manifest(file, {
      shards: rest.flatMap(line => ('shard' in line ? [line.shard] : [])),
      end: rest.flatMap(line => ('end' in line ? [line.end] : []))[0],
    });
    if (first === undefined) await manifest.#append({ version: FORMAT_VERSION, settings });
    return manifest;
  }

  async addShard(shard: ShardEntry): Promise<void> {
    await this.#append({ shard });
  }

  async addEnd(end: SkipCounts): Promise<void> {
    await this.#append({ end });
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  async #append(line: object): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const { size } = await this.file.stat();
    let at = 0;
    while (at < bytes.length)
      at += (await this.file.write(bytes, at, bytes.length - at, size + at)).bytesWritten;
    await this.file.sync();
  }
}

/** The columns of the article that the batch in a folder was told to write; undefined where there is none. */
export async function columnsOfBatch(folder: string): Promise<readonly string[] | undefined> {
  for (const name of [MANIFEST, BARE_NAME]) {
    const [first] = (await wholeLines(join(folder, name))).lines as [{ settings?: BatchSettings }?];
    if (first?.settings !== undefined) return first.settings.columns;
  }
  return undefined;
}

/** The lines that were written whole, and the bytes they take. */
async function wholeLines(path: string): Promise<{ lines: unknown[]; length: number }> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const lines: unknown[] = [];
  let length = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, length)) {
    try {
      lines.push(JSON.parse(bytes.toString('utf8', length, end)));
    } catch {
      break;
    }
    length = end + 1;
  }
  return { lines, length };
}

function checkSettings(
  folder: string,
  { version, settings: was }: { version?: number; settings?: BatchSettings },
  settings: BatchSettings,
): void {
  const refuse = (expected: string) => {
    const message = `expected ${expected}, but ${join(folder, MANIFEST)} was made otherwise; choose another folder, or remove this one to begin anew`;
    return new FleetError('bad-output', message);
  };
  const isOld = version === VERSION_OF_OTHER_PARQUET && was?.format !== 'parquet';
  if ((version !== FORMAT_VERSION && !isOld) || was === undefined)
    throw refuse('a manifest of this version of pith');
  for (const key of Object.keys({ ...was, ...settings }) as (keyof BatchSettings)[]) {
    if (JSON.stringify(was[key]) !== JSON.stringify(settings[key])) {
      throw refuse(`to go on with ${key} ${JSON.stringify(settings[key])?.slice(0, 200) ?? 'left out'}`);
    }
  }
}

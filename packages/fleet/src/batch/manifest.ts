import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Input, PageColumns, Place, SkipCounts } from '@webpith/sources';
import type { ModelFile } from 'webpith';
import { FleetError } from '../errors.js';
import { hiddenName } from '../output/folder.js';
import type { ArticleColumn } from '../output/row.js';
import type { Format, ShardFile } from '../output/shard.js';

export interface BatchPlace extends Place {
  readonly input: number;
}

/** Settings that affect the output; a resumed batch must use the same. */
export interface BatchSettings {
  readonly inputs: readonly (Input & { readonly size: number })[];
  readonly format: Format;
  readonly columns: readonly ArticleColumn[];
  readonly maxSize: number;
  readonly pageColumns?: PageColumns | undefined;
  readonly extract: object;
  readonly filter?: object | undefined;
  readonly sites?: boolean | undefined;
  readonly model?: ModelId | undefined;
}

export interface ShardEntry extends ShardFile, SkipCounts {
  readonly rows: number;
  readonly errors: number;
  readonly unpacked: number;
  readonly first: BatchPlace;
  readonly last: BatchPlace;
}

export interface ManifestState {
  readonly shards: readonly ShardEntry[];
  /** Parts skipped after the last page; undefined until the end of the input is reached. */
  readonly end: SkipCounts | undefined;
}

type Line = { settings: BatchSettings } | { shard: ShardEntry } | { end: SkipCounts };

export const MANIFEST = hiddenName('manifest.jsonl');
const FORMAT_VERSION = 1;

/**
 * The log of a batch, one JSON line per finished shard. A line is written once its shard is synced; an incomplete last
 * line is dropped, and its shard is written again.
 */
export class Manifest {
  private constructor(
    private readonly file: FileHandle,
    readonly state: ManifestState,
  ) {}

  static async open(folder: string, settings: BatchSettings): Promise<Manifest> {
    const path = join(folder, MANIFEST);
    const { lines, length } = await wholeLines(path);
    const [first, ...rest] = lines as [{ version?: number; settings?: BatchSettings }?, ...Line[]];
    if (first !== undefined) checkSettings(folder, first, settings);
    const file = await open(path, first === undefined ? 'w' : 'r+');
    const manifest = new Manifest(file, {
      shards: rest.flatMap(line => ('shard' in line ? [line.shard] : [])),
      end: rest.flatMap(line => ('end' in line ? [line.end] : []))[0],
    });
    try {
      await file.truncate(length);
      if (first === undefined) await manifest.#append({ version: FORMAT_VERSION, settings });
    } catch (error) {
      await file.close();
      throw error;
    }
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

export async function columnsOfBatch(folder: string): Promise<readonly string[] | undefined> {
  const [first] = (await wholeLines(join(folder, MANIFEST))).lines as [{ settings?: BatchSettings }?];
  return first?.settings?.columns;
}

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
  const refuse = (fault: string) =>
    new FleetError('bad-output', `${fault}; choose another folder, or remove this one to start over`);
  if (version !== FORMAT_VERSION || was === undefined)
    throw refuse(`${join(folder, MANIFEST)} is not a manifest of this version of pith`);
  for (const key of Object.keys({ ...was, ...settings }) as (keyof BatchSettings)[]) {
    const [before, now] = [settingIn(was, key), settingIn(settings, key)];
    if (JSON.stringify(was[key]) !== JSON.stringify(settings[key]))
      throw refuse(`${folder} was started with ${key} ${before}, now it is ${now}`);
  }
}

/** The value of a setting in a message; inputs of the same name differ in size. */
function settingIn(settings: BatchSettings, key: keyof BatchSettings): string {
  const value = settings[key];
  const named = ({ path, size }: { path: string; size: number }) =>
    size > 0 ? `${path} (${size} bytes)` : path;
  const shown = key === 'inputs' ? settings.inputs.map(named) : value;
  return JSON.stringify(shown)?.slice(0, 200) ?? 'unset';
}

/** Identifies the model that made the rows, so that a resumed run does not mix models. */
export interface ModelId {
  readonly name: string;
  readonly digest: string;
}

export function modelId(model: ModelFile | undefined): ModelId | undefined {
  if (model === undefined) return undefined;
  const digest = createHash('sha256').update(JSON.stringify(model.weights)).digest('hex');
  return { name: model.name, digest };
}

import { open, writeFile } from 'node:fs/promises';
import { fileError } from './errors.js';
import { type Io, OutputClosed, terminalSafe, write } from './io.js';

/** Takes the result of a command, piece by piece. */
export interface Sink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens where the result goes: a file, or standard output for `-` and for nothing. */
export async function openSink(path: string | undefined, io: Io): Promise<Sink> {
  if (path === undefined || path === '-') return standardOutput(io);
  try {
    const file = await open(path, 'w');
    return {
      write: async text => {
        await file.writeFile(text).catch(error => {
          throw fileError(error, path, 'write');
        });
      },
      close: () => file.close(),
    };
  } catch (error) {
    throw fileError(error, path, 'write');
  }
}

function standardOutput(io: Io): Sink {
  // What goes to a program is left as it is; what goes to a person's terminal must not steer it.
  const prepare = io.stdout.isTTY ? terminalSafe : (text: string) => text;
  return {
    write: async text => {
      await write(io.stdout, prepare(text)).catch(error => {
        throw error instanceof OutputClosed ? error : fileError(error, 'standard output', 'write');
      });
    },
    close: async () => {},
  };
}

/** Writes a whole result, ended by a line break; nothing stays nothing. */
export async function writeResult(path: string | undefined, io: Io, text: string): Promise<void> {
  const sink = await openSink(path, io);
  try {
    await sink.write(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  } finally {
    await sink.close();
  }
}

/** Writes bytes as they are: pictures and archives. */
export async function writeBytes(path: string, io: Io, bytes: Uint8Array): Promise<void> {
  if (path === '-') return await write(io.stdout, bytes);
  await writeFile(path, bytes).catch(error => {
    throw fileError(error, path, 'write');
  });
}

import { readLines } from '../corpora/files.js';
import { LabError } from '../errors.js';
import type { Extraction, Extractor } from '../extractor.js';

interface Recording {
  readonly id?: unknown;
  readonly text?: unknown;
  readonly markdown?: unknown;
  readonly title?: unknown;
  readonly author?: unknown;
  readonly date?: unknown;
  readonly error?: unknown;
}

/**
 * An extractor that replays the recorded output of another program: JSON lines with `id`, `text`, optional
 * `markdown`, `title`, `author`, `date`, or `error`; plain or `.gz`. This covers peers in other languages. A page
 * without output fails.
 */
export async function loadRecorded(name: string, file: string): Promise<Extractor> {
  const outputs = new Map<string, Extraction | string>();
  for await (const { number, text } of recordedLines(file)) {
    if (text?.trim() === '') continue;
    const recording = parseRecording(text, `${file}:${number}`);
    outputs.set(recording.id, recording.output);
  }
  return {
    name,
    extract({ id }) {
      const output =
        outputs.get(id) ?? `${file} has no output for page “${id}”. Record it, or leave ${name} out.`;
      if (typeof output === 'string') throw new LabError('bad-recording', output);
      return output;
    },
  };
}

async function* recordedLines(file: string): ReturnType<typeof readLines> {
  try {
    yield* readLines(file);
  } catch (error) {
    throw new LabError('bad-recording', `${file} cannot be read (${(error as Error).message}).`, {
      cause: error,
    });
  }
}

export function parseRecording(
  line: string | undefined,
  place: string,
): { readonly id: string; readonly output: Extraction | string } {
  let value: Recording | null;
  try {
    value = JSON.parse(line ?? '') as Recording | null;
  } catch (error) {
    throw new LabError('bad-recording', `${place}: not JSON (${(error as Error).message}).`, {
      cause: error,
    });
  }
  const { id, text, error } = value ?? {};
  if (typeof id !== 'string' || (typeof text !== 'string' && error === undefined)) {
    throw new LabError('bad-recording', `${place}: expected an object with id and text, or id and error.`);
  }
  return { id, output: typeof text === 'string' ? toExtraction(text, value!) : `${place}: ${String(error)}` };
}

function toExtraction(text: string, { markdown, title, author, date }: Recording): Extraction {
  const authors = (Array.isArray(author) ? author : [author]).filter(
    name => typeof name === 'string' && name !== '',
  );
  return {
    text,
    markdown: typeof markdown === 'string' ? markdown : undefined,
    title: typeof title === 'string' && title !== '' ? title : undefined,
    authors: authors.length > 0 ? (authors as string[]) : undefined,
    published: typeof date === 'string' && date !== '' ? date : undefined,
  };
}

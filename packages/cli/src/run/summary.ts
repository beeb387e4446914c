import { CommandError } from '../errors.js';
import { type Io, say } from '../io.js';

/** Prints the summary of a run over many pages, as JSON or in words; throws if all of them failed. */
export async function reportPages(
  io: Io,
  summary: { readonly pages: number; readonly errors: number },
  report: { readonly json?: boolean | undefined; readonly words: string; readonly where: string },
): Promise<void> {
  await say(io, report.json ? JSON.stringify(summary) : report.words);
  const { pages, errors } = summary;
  if (pages > 0 && errors === pages) throw new CommandError(`all pages failed; see ${report.where}`);
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

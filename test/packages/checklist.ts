import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tarballs.js';

export interface Step {
  readonly section: string;
  readonly command: string;
  /** Part of the output; undefined if the line names none. */
  readonly output: string | undefined;
}

/** The lines of docs/guides/checklist.md, in order. */
export function checklist(): Step[] {
  const text = readFileSync(join(ROOT, 'docs/guides/checklist.md'), 'utf8');
  return text.split(/^## /m).flatMap(part => {
    const [section = ''] = part.split('\n', 1);
    const blocks = [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
    return blocks.flatMap(([, lines]) =>
      lines!
        .trimEnd()
        .split('\n')
        .map(line => {
          const [command = '', output] = line.split(/\s+# → /);
          return { section, command, output };
        }),
    );
  });
}

/** The section of the lines that need Python. */
export const IN_PYTHON = 'In Python';

import { write } from '../io.js';
import { version } from '../version.js';
import type { CommandDefinition } from './command.js';
import { type CommandWords, commandWords } from './completion.js';

/** `pith manual`: everything in one page for `man`; it is shipped as one too. */
export const manualCommand: CommandDefinition = {
  name: 'manual',
  define(command, { io }) {
    command
      .description('print the manual as a page for man')
      .addHelpText('after', '\nExample: pith manual | man -l -')
      .action(async () => {
        await write(io.stdout, manPage(commandWords(command.parent!), version));
      });
  },
};

/** The manual as a page for `man`: every command with its options, as the help has them. */
export function manPage(words: readonly CommandWords[], version: string): string {
  const [root, ...commands] = words;
  return [
    `.TH PITH 1 "" "pith ${plain(version)}" "User Commands"`,
    '.SH NAME',
    'pith \\- read what a person would read on a web page',
    '.SH SYNOPSIS',
    '.B pith',
    '.I command',
    '[options]',
    '.SH DESCRIPTION',
    `${plain(root!.description)}.`,
    'Without arguments it shows what to try first.',
    '.SH COMMANDS',
    ...commands.flatMap(({ path, description, options }) => [
      `.SS pith ${plain(path)}`,
      plain(description),
      ...options.flatMap(({ long, short, description, takesValue }) => [
        '.TP',
        `.B ${plain([...(short === undefined ? [] : [short]), long].join(', '))}${takesValue ? ' \\fIvalue\\fR' : ''}`,
        plain(description),
      ]),
    ]),
    '.SH EXIT STATUS',
    '0 done, 1 failed, 2 wrong usage, 130 and 143 stopped by SIGINT and SIGTERM.',
    '.SH ENVIRONMENT',
    '.TP',
    '.B https_proxy, http_proxy, all_proxy, no_proxy',
    'proxies by which pages are fetched, and hosts that are asked directly',
    '.SH EXAMPLES',
    '.nf',
    'pith extract https://example.org/story \\-\\-format markdown',
    'pith extract pages/ \\-\\-format markdown \\-\\-front\\-matter \\-\\-out\\-dir stories',
    '.fi',
    '',
  ].join('\n');
}

/** Text that roff takes for text: a dot at the start of a line would be a request, a hyphen is no minus. */
function plain(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\n\x20-\x7e]/gu,
      sign => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

import type { Command } from 'commander';
import type { Context } from '../dependencies.js';
import { write } from '../io.js';
import { version } from '../version.js';
import { type CommandWords, commandWords } from './completion.js';

export function defineManual(command: Command, { io }: Context): void {
  command
    .description('print the man page')
    .addHelpText('after', '\nExample: pith manual | man -l -')
    .action(async () => {
      await write(io.stdout, manPage(commandWords(command.parent!), version));
    });
}

export function manPage(words: readonly CommandWords[], version: string): string {
  const [root, ...commands] = words;
  return [
    `.TH PITH 1 "" "pith ${plain(version)}" "User Commands"`,
    '.SH NAME',
    'pith \\- extract the main content of web pages',
    '.SH SYNOPSIS',
    '.B pith',
    '.I command',
    '[options]',
    '.SH DESCRIPTION',
    `${plain(root!.description)}.`,
    'Without arguments it shows how to get started.',
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
    'proxies used to fetch pages, and hosts to connect to directly',
    '.SH EXAMPLES',
    '.nf',
    'pith extract https://example.org/story \\-\\-format markdown',
    'pith extract pages/ \\-\\-format markdown \\-\\-front\\-matter \\-\\-out\\-dir stories',
    '.fi',
    '',
  ].join('\n');
}

/** Escapes text for roff: a leading dot or apostrophe starts a request, and an unescaped hyphen is not a minus. */
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

import { write } from '../io.js';
import { manPage } from '../shell/man-page.js';
import { commandWords } from '../shell/words.js';
import { version } from '../version.js';
import type { CommandDefinition } from './command.js';

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

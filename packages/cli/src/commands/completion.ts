import { write } from '../io.js';
import { COMPLETIONS, SHELLS, type Shell } from '../shell/completion.js';
import { commandWords } from '../shell/words.js';
import { oneOf } from './arguments.js';
import type { CommandDefinition } from './command.js';

/** `pith completion`: the script by which a shell completes commands and options. */
export const completionCommand: CommandDefinition = {
  name: 'completion',
  define(command, { io }) {
    command
      .description('print the script by which a shell completes commands')
      .argument('<shell>', SHELLS.join(', '), oneOf(SHELLS))
      .addHelpText(
        'after',
        '\nExamples:\n  source <(pith completion bash)\n  source <(pith completion zsh)\n  pith completion fish | source',
      )
      .action(async (shell: Shell) => {
        await write(io.stdout, COMPLETIONS[shell](commandWords(command.parent!)));
      });
  },
};

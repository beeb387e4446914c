import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandError, UsageError } from '../errors.js';
import { say } from '../io.js';
import type { CommandDefinition, Context } from './command.js';

interface TrainFlags {
  readonly corpora?: string;
  readonly root: string;
}

/** `pith train`: learns a method from corpora and puts the model where it is used from. */
export const trainCommand: CommandDefinition = {
  name: 'train',
  define(command, context) {
    describe(command).action(async (method: string, flags: TrainFlags) => {
      await train(method, flags, context);
    });
  },
};

function describe(command: Command): Command {
  return command
    .description('learn a method from corpora')
    .argument('<method>', 'default')
    .option('--corpora <dir>', 'folder of the corpora; PITH_CORPORA or ../shared/corpora otherwise')
    .option('--root <dir>', 'the repository whose weights and results are written', '.')
    .addHelpText('after', '\nExample: pith train default --corpora ../shared/corpora');
}

async function train(method: string, flags: TrainFlags, { io, dependencies }: Context): Promise<void> {
  if (method !== 'default') {
    throw new UsageError(`expected a method that can be trained: default; got ${JSON.stringify(method)}`);
  }
  const lab = await dependencies.lab();
  const corpora = flags.corpora ?? lab.locateCorpora();
  if (corpora === undefined) {
    throw new CommandError('expected corpora to learn from, found none; name their folder with --corpora');
  }
  let last = '';
  const onProgress = (step: string, share: number) => {
    const line =
      share <= 1 ? `${step}: ${Math.floor(share * 10) * 10} %` : `${step}: ${Math.floor(share / 500) * 500}`;
    if (line !== last) say(io, line);
    last = line;
  };
  await lab.trainAndWrite({ corpora: resolve(corpora), root: resolve(flags.root), onProgress });
  say(io, 'weights, card and docs/results/default.md are written; build again to use them');
}

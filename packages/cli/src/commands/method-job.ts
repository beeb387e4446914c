import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Lab, Method } from '../dependencies.js';
import { CommandError, UsageError } from '../errors.js';
import { say } from '../io.js';
import { jobRenderer } from '../rendering.js';
import { defined } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';

interface JobFlags {
  readonly corpora?: string;
  readonly corpus?: string;
  readonly out?: string;
  readonly section?: string;
  readonly root: string;
}

interface JobCommand {
  /** Also the name of the member of `Method` that is called. */
  readonly name: 'train' | 'experiment';
  readonly description: string;
  readonly example: string;
  /** Completes the error message “… is not a method …”. */
  readonly ability: string;
}

export function methodJobCommand(job: JobCommand): CommandDefinition {
  return {
    name: job.name,
    define(command, context) {
      describe(command, job).action(async (method: string, flags: JobFlags) => {
        await runJob(job, method, flags, context);
      });
    },
  };
}

function describe(command: Command, { name, description, example }: JobCommand): Command {
  command
    .description(description)
    .argument(
      '<method>',
      `name of the method, such as ${name === 'train' ? 'default' : 'swarm'}; pass any unknown name to see the list`,
    )
    .option(
      '--corpora <dir>',
      'folder that contains the corpora (default: $PITH_CORPORA or ../shared/corpora)',
    )
    .option('--corpus <dir>', 'use this labelled corpus instead of --corpora (some methods only)')
    .option('--root <dir>', 'checkout of the Pith repository, to which models and results are written', '.')
    .addHelpText('after', `\nExample: ${example}`);
  return name === 'train'
    ? command.option(
        '--out <file>',
        'with --corpus, write the model to this file, for use with --model (methods adapted and default only)',
      )
    : command.option(
        '--section <name>',
        'run only this section of the experiments (methods default and leaves only)',
      );
}

async function runJob(job: JobCommand, name: string, flags: JobFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const lab = await dependencies.lab();
  const method = await methodOf(job, name, lab);
  refuseUnknownSection(method, flags.section);
  const corpora = flags.corpora ?? flags.corpus ?? lab.locateCorpora();
  if (corpora === undefined) throw new CommandError('no corpora found; name their folder with --corpora');
  const browsers = jobRenderer();
  try {
    const written = await method[job.name]!({
      corpora: resolve(corpora),
      ...defined({
        corpus: flags.corpus && resolve(flags.corpus),
        out: flags.out && resolve(flags.out),
        section: flags.section,
      }),
      root: resolve(flags.root),
      onProgress: progressLines(line => say(io, line)),
      render: browsers.render,
      signal,
    });
    say(io, written);
  } finally {
    await browsers.close();
  }
}

async function methodOf(
  { name: part, ability }: JobCommand,
  name: string,
  { methods, more }: Lab,
): Promise<Method> {
  const method = Object.hasOwn(methods, name) ? await methods[name]!() : undefined;
  if (method?.[part]) return method;
  const able: string[] = [];
  for (const [known, load] of Object.entries(methods)) if ((await load())[part]) able.push(known);
  const hint = more === undefined ? '' : `; ${more}`;
  throw new UsageError(
    `${JSON.stringify(name)} is not a method ${ability}; use one of: ${able.join(', ')}${hint}`,
  );
}

function refuseUnknownSection({ name, sections = [] }: Method, section: string | undefined): void {
  if (section === undefined || sections.includes(section)) return;
  throw new UsageError(
    sections.length > 0
      ? `unknown section ${JSON.stringify(section)} of ${name}; use one of: ${sections.join(', ')}`
      : `${name} has no sections; leave out --section`,
  );
}

/** Reports every 10 % of a step, or every 500 items if the share is unknown. */
function progressLines(print: (line: string) => void): (step: string, share: number) => void {
  let last = '';
  return (step, share) => {
    const line =
      share <= 1 ? `${step}: ${Math.floor(share * 10) * 10} %` : `${step}: ${Math.floor(share / 500) * 500}`;
    if (line !== last) print(line);
    last = line;
  };
}

export const trainCommand = methodJobCommand({
  name: 'train',
  description: 'train an extraction method on labelled pages',
  example: 'pith train default --corpora ../shared/corpora',
  ability: 'that can be trained',
});

export const experimentCommand = methodJobCommand({
  name: 'experiment',
  description: 'repeat the experiments of a method, usually those of the paper that describes it',
  example: 'pith experiment swarm --corpora ../shared/corpora',
  ability: 'with experiments',
});

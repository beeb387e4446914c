import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Lab, Method } from '../dependencies.js';
import { CommandError, UsageError } from '../errors.js';
import { say } from '../io.js';
import { jobRenderer } from '../rendering.js';
import type { CommandDefinition, Context } from './command.js';

interface JobFlags {
  readonly corpora?: string;
  readonly corpus?: string;
  readonly out?: string;
  readonly section?: string;
  readonly root: string;
}

/** A command that sets one method to long work on corpora: training, or the experiments of its paper. */
interface JobCommand {
  /** The part of the method that does it. */
  readonly name: 'train' | 'experiment';
  readonly description: string;
  readonly example: string;
  /** What a method must be able to do, for the refusal of one that is not. */
  readonly ability: string;
}

/** Makes a command of a method's work. */
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
    .argument('<method>', 'its name, such as default')
    .option('--corpora <dir>', 'folder of the corpora; PITH_CORPORA or ../shared/corpora otherwise')
    .option('--corpus <dir>', 'one labelled folder instead')
    .option('--root <dir>', 'the repository whose models and results are written', '.')
    .addHelpText('after', `\nExample: ${example}`);
  return name === 'train'
    ? command.option('--out <file>', 'a file for the model (adapted, default): use it with --model')
    : command.option('--section <name>', 'one part of an experiment (default, leaves) instead of all');
}

async function runJob(
  job: JobCommand,
  name: string,
  flags: JobFlags,
  { io, dependencies, signal }: Context,
): Promise<void> {
  const lab = await dependencies.lab();
  const method = await methodOf(job, name, lab);
  refuseUnknownSection(method, flags.section);
  const corpora = flags.corpora ?? flags.corpus ?? lab.locateCorpora();
  if (corpora === undefined) {
    throw new CommandError('expected corpora to learn from, found none; name their folder with --corpora');
  }
  const browsers = jobRenderer();
  try {
    const written = await method[job.name]!({
      corpora: resolve(corpora),
      ...(flags.corpus === undefined ? {} : { corpus: resolve(flags.corpus) }),
      ...(flags.out === undefined ? {} : { out: resolve(flags.out) }),
      ...(flags.section === undefined ? {} : { section: flags.section }),
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
  const got = more === undefined ? JSON.stringify(name) : `${JSON.stringify(name)}; ${more}`;
  throw new UsageError(`expected a method ${ability}: ${able.join(', ')}; got ${got}`);
}

function refuseUnknownSection({ name, sections = [] }: Method, section: string | undefined): void {
  if (section === undefined || sections.includes(section)) return;
  const expected =
    sections.length > 0 ? `a section of ${name}: ${sections.join(', ')}` : `no --section: ${name} has none`;
  throw new UsageError(`expected ${expected}; got ${JSON.stringify(section)}`);
}

/** Says each tenth of a step, or each five hundred of what cannot be shared out, once. */
function progressLines(print: (line: string) => void): (step: string, share: number) => void {
  let last = '';
  return (step, share) => {
    const line =
      share <= 1 ? `${step}: ${Math.floor(share * 10) * 10} %` : `${step}: ${Math.floor(share / 500) * 500}`;
    if (line !== last) print(line);
    last = line;
  };
}

/** `pith train`: learns a method from corpora and puts the model where it is used from. */
export const trainCommand = methodJobCommand({
  name: 'train',
  description: 'learn a method from corpora',
  example: 'pith train default --corpora ../shared/corpora',
  ability: 'that can be trained',
});

/** `pith experiment`: repeats what a method's paper measured, on our corpora, and writes the results. */
export const experimentCommand = methodJobCommand({
  name: 'experiment',
  description: 'repeat the experiments of a method’s paper',
  example: 'pith experiment swarm --corpora ../shared/corpora',
  ability: 'with experiments',
});

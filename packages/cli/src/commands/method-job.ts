import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Context, Lab, Method } from '../dependencies.js';
import { CommandError, UsageError } from '../errors.js';
import { printMessage } from '../io.js';
import { jobRenderer } from '../rendering.js';
import { defined } from './arguments.js';

interface JobFlags {
  readonly corpora?: string;
  readonly corpus?: string;
  readonly out?: string;
  readonly section?: string;
  readonly root: string;
  readonly render?: boolean;
}

type Trainable = Parameters<Lab['trainToFile']>[0];

interface JobCommand {
  /** Name of the command, and of the member of `Method` that the command calls. */
  readonly name: 'train' | 'experiment';
  readonly description: string;
  readonly example: string;
  readonly note?: string;
  /** Completes the error message “… is not a method …”. */
  readonly ability: string;
}

function methodJob(job: JobCommand): (command: Command, context: Context) => void {
  return (command, context) => {
    describe(command, job).action((method: string, flags: JobFlags) => runJob(job, method, flags, context));
  };
}

function describe(command: Command, { name, description, example, note = '' }: JobCommand): Command {
  command
    .description(description)
    .argument(
      '<method>',
      `name of the method, such as ${name === 'train' ? 'default' : 'swarm'}; an unknown name prints the list`,
    )
    .option(
      '--corpora <dir>',
      'folder that contains the corpora (default: $PITH_CORPORA or ../shared/corpora)',
    )
    .option(
      '--corpus <dir>',
      name === 'train'
        ? 'train on this folder of labelled pages and write the model to --out'
        : 'use this labelled corpus instead of --corpora (some methods only)',
    )
    .option('--root <dir>', 'checkout of the Pith repository, to which models and results are written', '.')
    .addHelpText('after', `\n${note}Example: ${example}`);
  return name === 'train'
    ? command
        .option('--out <file>', 'with --corpus: file to write the model to, for use with --model')
        .option(
          '--render',
          'with --corpus: render the pages in Chromium first, with scripts and network disabled',
        )
    : command.option(
        '--section <name>',
        'run only this section of the experiments; an unknown name prints the list',
      );
}

async function runJob(job: JobCommand, name: string, flags: JobFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const lab = await dependencies.lab();
  const method = await methodOf(job, name, lab);
  refuseUnknownSection(method, flags.section);
  const toFile = job.name === 'train' ? trainingToFile(method, flags) : undefined;
  if (job.name === 'train' && toFile === undefined) refuseWithoutCheckout(method, flags);
  const corpora = flags.corpora ?? flags.corpus ?? lab.locateCorpora();
  if (corpora === undefined) throw new CommandError('no corpora found; name their folder with --corpora');
  const browsers = jobRenderer();
  try {
    const options = {
      corpora: resolve(corpora),
      ...defined({
        corpus: flags.corpus && resolve(flags.corpus),
        out: flags.out && resolve(flags.out),
        section: flags.section,
      }),
      root: resolve(flags.root),
      onProgress: progressLines(line => printMessage(io, line)),
      render: browsers.render,
      signal,
    };
    const written =
      toFile === undefined
        ? await method[job.name]!(options)
        : await lab.trainToFile(toFile.method, {
            ...options,
            ...toFile.files,
            render: flags.render ? browsers.render : undefined,
          });
    printMessage(io, written);
  } finally {
    await browsers.close();
  }
}

interface FileTraining {
  readonly method: Trainable;
  readonly files: { readonly corpus: string; readonly out: string };
}

/** The method and files for training on the user's own pages; undefined if the shipped model is to be trained. */
function trainingToFile(method: Method, { corpus, out }: JobFlags): FileTraining | undefined {
  const { name, own } = method;
  if (own === undefined && name === 'default') return undefined;
  if (corpus === undefined && out === undefined) {
    if (method.train !== undefined) return undefined;
    throw new UsageError(`${name} is trained on your own pages; give --corpus DIR and --out FILE`);
  }
  if (own === undefined)
    throw new UsageError(`${name} is not trained on your own pages; leave out --corpus and --out`);
  if (corpus === undefined)
    throw new UsageError('--out needs --corpus DIR; without both, the shipped model is trained again');
  if (out === undefined)
    throw new UsageError(
      '--corpus needs --out FILE, the file of the model; the shipped model is never replaced by it',
    );
  return { method: { ...method, own }, files: { corpus: resolve(corpus), out: resolve(out) } };
}

function refuseWithoutCheckout({ name, own }: Method, { root, out }: JobFlags): void {
  if (out !== undefined || existsSync(join(root, 'packages/pith/package.json'))) return;
  const instead = own === undefined ? '' : '; to train on your own pages, give --corpus DIR and --out FILE';
  throw new UsageError(
    `pith train ${name} writes to a checkout of the Pith repository, and ${resolve(root)} is not one; name it with --root${instead}`,
  );
}

async function methodOf(
  { name: part, ability }: JobCommand,
  name: string,
  { methods, more }: Lab,
): Promise<Method> {
  const method = Object.hasOwn(methods, name) ? await methods[name]!() : undefined;
  const can = (known: Method) => known[part] !== undefined || (part === 'train' && known.own !== undefined);
  if (method && can(method)) return method;
  const able: string[] = [];
  for (const [known, load] of Object.entries(methods)) if (can(await load())) able.push(known);
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

export const defineTrain = methodJob({
  name: 'train',
  description: 'train an extraction method on labelled pages',
  example: 'pith train wrapper --corpus labelled --out wrapper.json',
  note: 'Without --corpus and --out, retrains the shipped model, which needs a\ncheckout of the Pith repository.\n\n',
  ability: 'that can be trained',
});

export const defineExperiment = methodJob({
  name: 'experiment',
  description: 'reproduce the experiments of a method, usually those of its paper',
  example: 'pith experiment swarm --corpora ../shared/corpora',
  ability: 'with experiments',
});

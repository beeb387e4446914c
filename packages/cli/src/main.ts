import { Command, CommanderError, Option } from 'commander';
import { commands } from './commands/table.js';
import type { Context } from './dependencies.js';
import { type Dependencies, defaultDependencies, formats } from './dependencies.js';
import { describeError, exitCodes, Interrupted, OutputClosed, oneLine, UsageError } from './errors.js';
import { type Io, printMessage, stopSignal, write } from './io.js';
import { version } from './version.js';

const firstSteps = `pith ${version}: extracts the main content of web pages

Getting started:
  pith extract https://example.org/story      print the main content of a page
  pith extract page.html --format markdown    convert a file to Markdown; also html, json
  pith extract page.html --explain            show why each block was kept or dropped
  pith serve                                  open the web app
  pith mcp --help                             let an AI assistant read web pages

All commands: pith --help`;

/** Returns the exit code: 0 done, 1 failed, 2 wrong usage, 130 or 143 stopped by SIGINT or SIGTERM. */
export async function main(
  args: readonly string[],
  io: Io,
  dependencies: Partial<Dependencies> = {},
): Promise<number> {
  const { signal, release } = stopSignal(io);
  try {
    await dispatch(args, { io, signal, dependencies: { ...defaultDependencies, ...dependencies } });
    return exitCodes.done;
  } catch (error) {
    // After a stop, any error is a consequence of the stop.
    return await report(signal.aborted ? signal.reason : error, args, io);
  } finally {
    release();
  }
}

async function dispatch(args: readonly string[], context: Context): Promise<void> {
  if (args.length === 0) return await write(context.io.stdout, `${firstSteps}\n`);
  const printed: string[] = [];
  try {
    await program(context, printed).parseAsync([...args], { from: 'user' });
  } finally {
    if (printed.length > 0) await write(context.io.stdout, printed.join(''));
  }
}

function program(context: Context, printed: string[]): Command {
  const width = () => Math.min(context.io.stdout.columns ?? 80, 100);
  const root = new Command('pith')
    .description('Extracts the main content of web pages')
    .version(version, '--version', 'print the version')
    .addHelpText('after', '\nExample: pith extract https://example.org/story --format markdown')
    .exitOverride()
    .configureOutput({
      writeOut: text => printed.push(text),
      writeErr: () => {}, // errors are thrown and reported by `report`
      getOutHelpWidth: width,
      getErrHelpWidth: width,
    })
    .helpCommand('help [command]')
    .configureHelp({
      subcommandTerm: command => command.name(),
      visibleCommands: command => [...command.commands], // without `help`
    })
    .hook('preAction', (_, command) => refuseAddresses(command));
  for (const [name, define] of Object.entries(commands)) define(root.command(name), context);
  for (const command of everyCommand(root)) {
    const verbose = new Option('--verbose', 'print the stack trace of an error');
    command.helpOption('-h, --help', 'show this help').addOption(verbose.hideHelp(command === root));
  }
  return root;
}

/** Refuses addresses as output: the path `s3://bucket/out` would be a folder named `s3:`. */
function refuseAddresses(command: Command): void {
  const { out, outDir, export: exported } = command.opts();
  const argument = command.registeredArguments.findIndex(each => each.name() === 'out');
  for (const path of [out, outDir, exported, command.processedArgs[argument]].flat()) {
    const scheme = typeof path === 'string' && /^([a-z][a-z0-9+.-]+):\/\//i.exec(path)?.[1];
    if (scheme) {
      throw new UsageError(
        `cannot write ${path}: output to ${scheme}:// is not supported; write to a local path and copy it there`,
      );
    }
  }
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

async function report(error: unknown, args: readonly string[], io: Io): Promise<number> {
  if (error instanceof OutputClosed) return exitCodes.done;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.done;
    await printMessage(io, `pith: ${usageMessage(error, args)}`);
    return exitCodes.usage;
  }
  await printMessage(io, `pith: ${describeError(error, wantsVerbose(args))}`);
  if (error instanceof Interrupted) return error.exitCode;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

/** Commands that compute for minutes without yielding to the event loop. */
const CPU_BOUND: ReadonlySet<string | undefined> = new Set(['train', 'experiment']);

/** Runs the command line of this process; a stopped command exits after cleanup even if work is still pending. */
export async function mainOfProcess(): Promise<void> {
  const args = process.argv.slice(2);
  process.exitCode = CPU_BOUND.has(args[0])
    ? await (await import('./run/command-thread.js')).mainInThread(args)
    : await main(args, process);
  if (process.exitCode > exitCodes.usage) process.exit();
}

function usageMessage(error: CommanderError, args: readonly string[]): string {
  const [first = ''] = args;
  const help = Object.hasOwn(commands, first) ? `pith ${first} --help` : 'pith --help';
  // For a command group without a subcommand, Commander throws an error that has no message of its own.
  const message = error.code === 'commander.help' ? 'no command given' : error.message;
  return `${oneLine(message.replace(/^error: /, '')).replace(/\.$/, '')}; ${remedy(error, args) ?? `see ${help}`}`;
}

/** A correction for common mistakes: a page without a command, or a format given as an option. */
function remedy(error: CommanderError, [first = '']: readonly string[]): string | undefined {
  if (error.code === 'commander.unknownCommand' && /[./:]/.test(first))
    return `to extract a page, run pith extract ${oneLine(first)}`;
  const format = /unknown option '--(\w+)'/.exec(error.message)?.[1];
  const isFormat = error.code === 'commander.unknownOption' && formats.some(name => name === format);
  return isFormat ? `use --format ${format}` : undefined;
}

function wantsVerbose(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--verbose');
}

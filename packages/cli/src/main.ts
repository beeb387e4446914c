import { Command, CommanderError, Option } from 'commander';
import type { Context } from './commands/command.js';
import { commands } from './commands/table.js';
import { type Dependencies, defaultDependencies, formats } from './dependencies.js';
import { describeError, exitCodes, Interrupted, OutputClosed, oneLine, UsageError } from './errors.js';
import { type Io, say, stopSignal, write } from './io.js';
import { version } from './version.js';

const firstSteps = `pith ${version}: takes a web page and gives back what a person would read there

Try first:
  pith extract https://example.org/story      what a person would read there
  pith extract page.html --format markdown    a file, as Markdown; also html, json
  pith extract page.html --explain            why each block was kept or dropped
  pith serve                                  the same in a browser
  pith mcp --help                             pages for an assistant

All commands: pith --help`;

/**
 * The command line without a process: runs one command and gives its exit code (0 done, 1 failed, 2 wrong
 * usage, 130 and 143 stopped by SIGINT and SIGTERM). Everything it reads and writes goes through `io`; `dependencies` are for tests.
 */
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
    // What a stopped command failed with is only how it noticed.
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
    .description('Takes a web page and gives back what a person would read there')
    .version(version, '--version', 'print the version')
    .addHelpText('after', '\nExample: pith extract https://example.org/story --format markdown')
    .exitOverride()
    .configureOutput({
      writeOut: text => printed.push(text),
      writeErr: () => {}, // errors are thrown, and reported in one place
      getOutHelpWidth: width,
      getErrHelpWidth: width,
    })
    .helpCommand('help [command]')
    .configureHelp({
      subcommandTerm: command => command.name(),
      visibleCommands: command => [...command.commands], // without `help`, which every help mentions by being there
    });
  for (const { name, define } of commands) define(root.command(name), context);
  for (const command of everyCommand(root)) {
    const verbose = new Option('--verbose', 'print the stack trace of an error');
    command.helpOption('-h, --help', 'show this help').addOption(verbose.hideHelp(command === root));
  }
  return root;
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

async function report(error: unknown, args: readonly string[], io: Io): Promise<number> {
  if (error instanceof OutputClosed) return exitCodes.done;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.done;
    await say(io, `pith: ${usageMessage(error, args)}`);
    return exitCodes.usage;
  }
  await say(io, `pith: ${describeError(error, wantsVerbose(args))}`);
  if (error instanceof Interrupted) return error.exitCode;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

/** Commands that compute for minutes at a stretch. */
const COMPUTING: ReadonlySet<string | undefined> = new Set(['train', 'experiment']);

/** The command as a process. One that was stopped ends when it has tidied up, whatever is still under way. */
export async function mainOfProcess(): Promise<void> {
  const args = process.argv.slice(2);
  process.exitCode = COMPUTING.has(args[0])
    ? await (await import('./run/command-thread.js')).mainInThread(args)
    : await main(args, process);
  if (process.exitCode > exitCodes.usage) process.exit();
}

/** The parser's own message on one line, and where to read more. */
function usageMessage(error: CommanderError, args: readonly string[]): string {
  const command = commands.find(({ name }) => name === args[0])?.name;
  const help = command === undefined ? 'pith --help' : `pith ${command} --help`;
  // A group of commands without one of them is answered with its help, and that has no message.
  const message = error.code === 'commander.help' ? 'expected a command, got none' : error.message;
  return `${oneLine(message.replace(/^error: /, '')).replace(/\.$/, '')}; ${remedy(error, args) ?? `see ${help}`}`;
}

/** What was most likely meant: a page given without a command, or a format given as an option. */
function remedy(error: CommanderError, [first = '']: readonly string[]): string | undefined {
  if (error.code === 'commander.unknownCommand' && /[./:]/.test(first)) {
    return `to read a page: pith extract ${oneLine(first)}`;
  }
  const format = /unknown option '--(\w+)'/.exec(error.message)?.[1];
  const isFormat = error.code === 'commander.unknownOption' && formats.some(name => name === format);
  return isFormat ? `write --format ${format}` : undefined;
}

function wantsVerbose(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--verbose');
}

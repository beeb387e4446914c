import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../dependencies.js';
import { CommandError } from '../errors.js';
import { STORE_FLAG, STORE_HELP, storeAddress } from '../input/store-address.js';
import { printMessage, writeResult } from '../io.js';

interface TokenFlags {
  readonly store?: string;
  readonly json?: boolean;
}

/** Roles of the server, copied so that `--help` does not load the server. */
const ROLES = ['reader', 'annotator', 'admin', 'metrics'] as const;
type Role = (typeof ROLES)[number];

export function defineToken(command: Command, context: Context): void {
  command.description('create, list and remove access tokens for pith serve');
  withStore(command.command('add'))
    .description('create a token and print its secret, which cannot be shown again')
    .argument('<name>', 'name of the user; their labels are stored under it', nameArgument)
    .addOption(
      new Option(
        '--role <role>',
        'reader: extract and view; annotator: also label and train; admin: also delete stored data and manage models and tokens; metrics: only read /metrics',
      )
        .choices(ROLES)
        .default('annotator'),
    )
    .option('--json', 'print name, role and secret as JSON')
    .addHelpText('after', '\nExample: pith token add ann --role annotator --store pith.sqlite')
    .action((name: string, flags: TokenFlags & { role: Role }) => addToken(name, flags, context));
  withStore(command.command('list'))
    .description('list tokens without secrets')
    .option('--json', 'print one JSON line per token')
    .addHelpText('after', '\nExample: pith token list --store pith.sqlite')
    .action((flags: TokenFlags) => listTokens(flags, context));
  withStore(command.command('remove'))
    .description('remove a token; the labels of its user are kept')
    .argument('<name>', 'name of the user', nameArgument)
    .addHelpText('after', '\nExample: pith token remove ann --store pith.sqlite')
    .action((name: string, flags: TokenFlags) => removeToken(name, flags, context));
  command.addHelpText('after', '\nExample: pith token add ann --role annotator');
}

function withStore(command: Command): Command {
  return command.option(STORE_FLAG, STORE_HELP);
}

function nameArgument(text: string): string {
  if (/^[\w.@-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Must be 1 to 64 letters, digits or . _ @ -.');
}

type Tokens = Awaited<ReturnType<Awaited<ReturnType<Context['dependencies']['server']>>['openTokenAdmin']>>;

async function withTokens<T>(
  { store }: TokenFlags,
  { dependencies, io }: Context,
  work: (tokens: Tokens) => Promise<T>,
): Promise<T> {
  const { openTokenAdmin, Problem } = await dependencies.server();
  const tokens = await openTokenAdmin(await storeAddress(store, io.env));
  try {
    return await work(tokens);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new CommandError(`${error.message} ${error.remedy}`, { cause: error });
  } finally {
    await tokens.close();
  }
}

async function addToken(name: string, flags: TokenFlags & { role: Role }, context: Context): Promise<void> {
  const { secret, ...token } = await withTokens(flags, context, tokens =>
    tokens.add({ name, role: flags.role }),
  );
  const { io } = context;
  if (flags.json) return await writeResult('-', io, JSON.stringify({ ...token, secret }));
  await printMessage(io, `token of ${name} (${flags.role}), shown only once:`);
  await writeResult('-', io, secret);
}

async function listTokens(flags: TokenFlags, context: Context): Promise<void> {
  const tokens = await withTokens(flags, context, tokens => tokens.list());
  const { io } = context;
  if (flags.json) {
    if (tokens.length === 0) return;
    return await writeResult('-', io, tokens.map(token => JSON.stringify(token)).join('\n'));
  }
  if (tokens.length === 0) return await printMessage(io, 'no tokens; create one with pith token add NAME');
  const width = Math.max(...tokens.map(({ name }) => name.length));
  const lines = tokens.map(
    ({ name, role, created }) => `${name.padEnd(width)}  ${role.padEnd(9)}  ${created.slice(0, 10)}`,
  );
  await writeResult('-', io, lines.join('\n'));
}

async function removeToken(name: string, flags: TokenFlags, context: Context): Promise<void> {
  const isRemoved = await withTokens(flags, context, tokens => tokens.remove(name));
  if (!isRemoved) throw new CommandError(`there is no token named ${name}; see pith token list`);
  await printMessage(context.io, `removed the token of ${name}`);
}

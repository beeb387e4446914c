import type { Command, Option } from 'commander';

/** A command as a shell sees it: what may come behind it. */
export interface CommandWords {
  /** What is typed to get there, without the program's own name: `corpus info`. */
  readonly path: string;
  readonly description: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionWords[];
}

/** An option: `--format`, and whether a value follows it. */
export interface OptionWords {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
}

/** All commands, from the program itself to those inside others, as their definitions have them. */
export function commandWords(root: Command): CommandWords[] {
  const found: CommandWords[] = [];
  const waiting: [path: string[], command: Command][] = [[[], root]];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [path, command] = next;
    const help = command.createHelp();
    found.push({
      path: path.join(' '),
      description: command.description(),
      commands: command.commands.map(inner => ({ name: inner.name(), description: inner.description() })),
      options: help.visibleOptions(command).map(optionWords),
    });
    for (const inner of command.commands) waiting.push([[...path, inner.name()], inner]);
  }
  return found;
}

function optionWords({ long, short, description, required, optional }: Option): OptionWords {
  return { long: long ?? '', short, description, takesValue: required || optional };
}

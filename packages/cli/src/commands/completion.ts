import type { Command, Option } from 'commander';
import type { Context } from '../dependencies.js';
import { write } from '../io.js';
import { oneOf } from './arguments.js';

export function defineCompletion(command: Command, { io }: Context): void {
  command
    .description('print a shell completion script')
    .argument('<shell>', 'bash, zsh or fish', oneOf(SHELLS))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(pith completion bash)\n  source <(pith completion zsh)\n  pith completion fish | source',
    )
    .action(async (shell: Shell) => {
      await write(io.stdout, COMPLETIONS[shell](commandWords(command.parent!)));
    });
}

export const COMPLETIONS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
export type Shell = keyof typeof COMPLETIONS;
export const SHELLS = Object.keys(COMPLETIONS) as Shell[];

const flagsOf = ({ long, short }: OptionWords) => (short === undefined ? [long] : [long, short]);

/** Completes commands and options, and file names everywhere else. */
function bashCompletion(words: readonly CommandWords[]): string {
  const cases = words.map(({ path, commands, options }) => {
    const next = [...commands.map(({ name }) => name), ...options.flatMap(flagsOf)];
    return `    ${quoted(path)}) words=${quoted(next.join(' '))} ;;`;
  });
  const paths = words.map(({ path }) => path).filter(path => path !== '');
  return `# Completion of pith for bash: source <(pith completion bash)
_pith() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths.map(quoted).join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=()
  if [[ "$current" == -* || -z "$path" ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
  else
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current" | grep -v '^-'; compgen -f -- "$current")
  fi
}
complete -o filenames -F _pith pith webpith
`;
}

function zshCompletion(words: readonly CommandWords[]): string {
  const cases = words.map(({ path, commands, options }) => {
    const next = commands.map(({ name, description }) => quoted(`${zshSafe(name)}:${zshSafe(description)}`));
    const flags = options.flatMap(option =>
      flagsOf(option).map(flag => quoted(`${zshSafe(flag)}:${zshSafe(option.description)}`)),
    );
    return `    ${quoted(path)}) commands=(${next.join(' ')}); options=(${flags.join(' ')}) ;;`;
  });
  const paths = words.map(({ path }) => path).filter(path => path !== '');
  return `#compdef pith webpith
# Completion of pith for zsh: source <(pith completion zsh)
_pith() {
  local path_typed="" word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path_typed:+$path_typed }$word" in
      ${paths.map(quoted).join('|')}) path_typed="\${path_typed:+$path_typed }$word" ;;
    esac
  done
  case "$path_typed" in
${cases.join('\n')}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then
    _describe 'option' options
  else
    (( \${#commands} )) && _describe 'command' commands
    [[ -n "$path_typed" ]] && _files
  fi
}
(( $+functions[compdef] )) && compdef _pith pith webpith
`;
}

function fishCompletion(words: readonly CommandWords[]): string {
  const lines = words.flatMap(({ path, commands, options }) => {
    const inner = commands.map(({ name }) => name).join(' ');
    const seen = path.split(' ').filter(part => part !== '');
    const typed = seen.map(part => `__fish_seen_subcommand_from ${part}`);
    const notInner = inner === '' ? [] : [`not __fish_seen_subcommand_from ${inner}`];
    const when = [...typed, ...notInner].join('; and ');
    const condition = when === '' ? '' : ` -n ${quoted(when)}`;
    return [
      ...commands.map(
        ({ name, description }) => `complete -c pith${condition} -f -a ${name} -d ${quoted(description)}`,
      ),
      ...options.map(({ long, short, description, takesValue }) => {
        const flags = `-l ${long.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}`;
        return `complete -c pith${condition} ${flags}${takesValue ? ' -r' : ''} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# Completion of pith for fish: pith completion fish | source\n${lines.join('\n')}\ncomplete -c webpith -w pith\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Escapes colons, which in zsh separate a word from its description. */
function zshSafe(text: string): string {
  return text.replaceAll(':', '\\:');
}

export interface CommandWords {
  /** Without the program name, such as `corpus info`. */
  readonly path: string;
  readonly description: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionWords[];
}

export interface OptionWords {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
}

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

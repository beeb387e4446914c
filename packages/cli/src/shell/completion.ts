import type { CommandWords, OptionWords } from './words.js';

/** Shells for which there is completion. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script by which a shell completes the command, from its commands and options. */
export const COMPLETIONS: Readonly<Record<Shell, (words: readonly CommandWords[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const flagsOf = ({ long, short }: OptionWords) => (short === undefined ? [long] : [long, short]);

/** What may be typed next, by what was typed; everything else is a file. */
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

/** A word in single quotes, which all three shells leave as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A colon parts a word from its description in zsh. */
function zshSafe(text: string): string {
  return text.replaceAll(':', '\\:');
}

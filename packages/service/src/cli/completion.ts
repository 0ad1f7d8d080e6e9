import { Argument, Command } from 'commander';

const shells = ['bash', 'zsh', 'fish'] as const;

/** `mailwright completion`: a script that completes commands and options of `program` in a shell. */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  mailwright completion bash >> ~/.bashrc
  mailwright completion zsh >> ~/.zshrc
  mailwright completion fish > ~/.config/fish/completions/mailwright.fish
`,
    )
    .action((shell: (typeof shells)[number]) => {
      const words = wordsOf(program);
      console.log(shell === 'fish' ? fishScript(words) : shell === 'bash' ? bashScript(words) : zshScript(words));
    });
}

interface Words {
  commands: { name: string; description: string }[];
  options: string[];
}

/** Returns the words that can follow each command: '' for the program, 'keys create' for a command in a group. */
function wordsOf(command: Command, path = ''): Map<string, Words> {
  const commands = command.commands.map((each) => ({ name: each.name(), description: each.description() }));
  const options = [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  const found = new Map([[path, { commands, options }]]);
  for (const each of command.commands) {
    for (const [below, words] of wordsOf(each, `${path} ${each.name()}`.trim())) found.set(below, words);
  }
  return found;
}

const bashScript = (words: ReadonlyMap<string, Words>) => `_mailwright() {
  local path= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${[...words.keys()]
        .filter(Boolean)
        .map((path) => `'${path}'`)
        .join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
  local words=
  case "$path" in
${[...words].map(([path, { commands, options }]) => `    '${path}') words='${[...commands.map(({ name }) => name), ...options].join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _mailwright mailwright`;

const zshScript = (words: ReadonlyMap<string, Words>) =>
  `autoload -Uz bashcompinit && bashcompinit\n${bashScript(words)}`;

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The command line has the words of the path and no command below it. */
function fishCondition(path: string, commands: Words['commands']): string {
  if (path === '') return '__fish_use_subcommand';
  const seen = '__fish_seen_subcommand_from';
  const below = commands.length > 0 ? [`not ${seen} ${commands.map(({ name }) => name).join(' ')}`] : [];
  return [...path.split(' ').map((word) => `${seen} ${word}`), ...below].join('; and ');
}

function fishScript(words: ReadonlyMap<string, Words>): string {
  return [...words]
    .flatMap(([path, { commands, options }]) => {
      const condition = quoted(fishCondition(path, commands));
      return [
        ...commands.map(
          ({ name, description }) => `complete -c mailwright -n ${condition} -a ${name} -d ${quoted(description)}`,
        ),
        ...options.map((option) => `complete -c mailwright -n ${condition} -l ${option.slice(2)}`),
      ];
    })
    .join('\n');
}

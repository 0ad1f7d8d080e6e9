import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

/** Commands of guides, READMEs and help texts: whether the command line takes them, with all their options and arguments. */
const root = join(import.meta.dirname, '../../../..');
const files = ['README.md', 'packages/service/README.md', ...globSync('docs/guides/*.md', { cwd: root })];

/** The command lines in blocks of code, each in one piece. */
function commandLines(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const blocks = [...text.matchAll(/```(\w*)[^\n]*\n(.*?)```/gs)].flatMap(([, language = '', block = '']) =>
    ['', 'sh', 'bash', 'console'].includes(language) ? [block] : [],
  );
  return blocks.flatMap((block) => block.replace(/\\\n\s*/g, ' ').split('\n')).flatMap(commandIn);
}

/** The command of a line, without what the shell does with its output; variables are numbers. */
function commandIn(line: string): string[] {
  const [, command] = /(?:^|[|&$ ])(mailwright (?:[^|>&#"']|"[^"]*"|'[^']*')*)/.exec(line) ?? [];
  return command === undefined
    ? []
    : [
        command
          .trim()
          .replace(/\$\w+|\$\([^)]*\)/g, '1')
          .replace(/ {2,}.*$/, ''),
      ];
}

/** The examples in the help of a command and of those below it. */
function examples(command: Command, path: string[] = []): [string, string][] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, after = ''] = help.split(/^Examples?:\n/m);
  return [
    ...after
      .split('\n')
      .flatMap((line) => commandIn(line).map((each): [string, string] => [`help ${path.join(' ')}`, each])),
    ...command.commands.flatMap((each) => examples(each, [...path, each.name()])),
  ];
}

/** Words as a shell makes them. */
const words = (line: string) =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/["']/g, ''));

function quiet(command: Command): void {
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  // `api` calls a service to know its operations; its arguments are its own.
  if (command.commands.length === 0) command.action(() => {});
  for (const each of command.commands) quiet(each);
}

const commands = [
  ...files.flatMap((file) => commandLines(file).map((line): [string, string] => [file, line])),
  ...examples(await createProgram()),
];

test('the guides have commands', () => {
  expect(commands.length).toBeGreaterThan(100);
});

test.each(commands)('%s: %s', async (_, line) => {
  const program = await createProgram();
  quiet(program);
  const failure = await program.parseAsync(words(line).slice(1), { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof CommanderError && failure.code === 'commander.helpDisplayed') return;
  expect(failure).toBeUndefined();
});

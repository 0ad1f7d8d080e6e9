import { execFileSync } from 'node:child_process';
import { Command, Option } from 'commander';
import { beforeEach, expect, test, vi } from 'vitest';
import { completionCommand } from './completion.ts';
import { createProgram } from './program.ts';

function scriptFor(shell: string): string {
  const program = new Command('mailwright').version('1');
  program.command('serve').description('run it').addOption(new Option('--port <port>'));
  const keys = program.command('keys').description("an account's keys");
  keys.command('create').option('--rights <list>');
  keys.command('list').option('--json');
  program.addCommand(completionCommand(program));
  program.exitOverride().parse(['completion', shell], { from: 'user' });
  return vi.mocked(console.log).mock.calls.at(-1)![0];
}

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

test.each([
  [['se'], 'serve'],
  [['serve', '--p'], '--port'],
  [['keys', ''], 'create list --help'],
  [['keys', 'create', '--r'], '--rights'],
  [['keys', 'list', '--j'], '--json'],
  [['keys', '--data', 'here', 'l'], 'list'],
])('bash completes %j', (typed, wanted) => {
  const words = ['mailwright', ...typed].map((word) => `'${word}'`).join(' ');
  const script = `${scriptFor('bash')}\nCOMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _mailwright; echo "\${COMPREPLY[*]}"`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()).toBe(wanted);
});

test('zsh takes the functions of bash', () => {
  expect(scriptFor('zsh')).toMatch(/^autoload -Uz bashcompinit && bashcompinit\n_mailwright\(\)/);
});

test('fish is told each command with its description', () => {
  const lines = scriptFor('fish').split('\n');
  expect(lines).toContain(`complete -c mailwright -n '__fish_use_subcommand' -a keys -d 'an account\\'s keys'`);
  const seen = '__fish_seen_subcommand_from';
  expect(lines).toContain(`complete -c mailwright -n '${seen} keys; and ${seen} create' -l rights`);
  expect(lines).toContain(`complete -c mailwright -n '${seen} keys; and not ${seen} create list' -a create -d ''`);
});

test('the program completes every command with all its options', async () => {
  const program = await createProgram();
  program.exitOverride().parse(['completion', 'bash'], { from: 'user' });
  const script: string = vi.mocked(console.log).mock.calls.at(-1)![0];
  const check = (command: Command, path: string) => {
    const [, words = ''] = new RegExp(`^    '${path}'\\) words='(.*)' ;;$`, 'm').exec(script) ?? [];
    const wanted = [
      ...command.commands.map((each) => each.name()),
      ...command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []),
    ];
    expect(words.split(' '), path).toEqual(expect.arrayContaining(wanted));
    for (const each of command.commands) check(each, `${path} ${each.name()}`.trim());
  };
  check(program, '');
});

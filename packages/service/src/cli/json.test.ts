import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

/** Commands that print nothing that a program would read as JSON. */
const without = new Map([
  ['serve', 'runs until it is ended; --log json is for its log'],
  ['work', 'runs until it is ended; --log json is for its log'],
  ['completion', 'prints a script for a shell'],
  ['mcp', 'speaks a protocol, which is JSON already'],
  ['suppression export', 'writes a file of CSV'],
  ['support-bundle', 'writes a file of JSON'],
  ['setup', 'writes a file of settings'],
]);

/** Every command that does something, by its words. */
function commandsOf(command: Command, path: string[] = []): [string, Command][] {
  if (command.commands.length === 0) return [[path.join(' '), command]];
  return command.commands.flatMap((each) => commandsOf(each, [...path, each.name()]));
}

const commands = commandsOf(await createProgram());

test('the program has commands', () => {
  expect(commands.length).toBeGreaterThan(25);
  expect(commands.map(([name]) => name)).toEqual(expect.arrayContaining([...without.keys()]));
});

test.each(commands.filter(([name]) => !without.has(name)))('%s has --json', (_, command) => {
  expect(command.options.map(({ long }) => long)).toContain('--json');
});

test('those that have none are told with a reason, and have none', () => {
  const silent = commands.filter(([, { options }]) => options.every(({ long }) => long !== '--json'));
  expect(silent.map(([name]) => name).sort()).toEqual([...without.keys()].sort());
});

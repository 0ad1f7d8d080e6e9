import { writeFileSync } from 'node:fs';
import { DescriptionError } from '@mailwright/codegen/description';
import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { InputError, KeyError, UnreachableError } from '../input-error.ts';
import { exitCodeOf, messageOf } from './exit-code.ts';

function thrownBy(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a file that cannot be written is named, without the words of the system call', () => {
  expect(messageOf(thrownBy(() => writeFileSync('none/here', '')) as Error)).toMatch(
    /^none\/here: (?!.*(ENOENT|open))/,
  );
});

test.each<[string, unknown, number]>([
  ['help that was asked for', new CommanderError(0, 'commander.helpDisplayed', ''), 0],
  ['an option that there is not', new CommanderError(1, 'commander.unknownOption', ''), 2],
  ['an option that is wrong', new InputError(''), 2],
  ['a description that is wrong', new DescriptionError([]), 2],
  ['a file that cannot be written', thrownBy(() => writeFileSync('none/here', '')), 2],
  ['a port that is taken', Object.assign(new Error(), { syscall: 'listen' }), 2],
  ['nobody there', new UnreachableError(''), 3],
  ['a key that is rejected', new KeyError(''), 4],
  ['a fault of the kit', new TypeError(''), 70],
  ['a fault that is no error', 'text', 70],
])('%s', (_, error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});

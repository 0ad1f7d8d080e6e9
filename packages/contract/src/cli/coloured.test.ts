import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coloured } from './coloured.ts';

beforeEach(() => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const text = [
  'getPet  200✗',
  '✗ getPet: no',
  'Not deleted (1):',
  '    pet: Rex',
  'The service violates its description in 1 place.',
  'The service conforms to its description.',
].join('\n');

test('a pipe gets the text alone, a terminal gets failures in red', () => {
  const pipe = new Writable({ write() {} });
  expect(coloured(text, pipe)).toBe(text);
  const terminal = Object.assign(new Writable({ write() {} }), { isTTY: true, getColorDepth: () => 8 });
  expect(coloured(text, terminal).split('\n')).toEqual([
    'getPet  200✗',
    '\u001b[31m✗ getPet: no\u001b[39m',
    '\u001b[33mNot deleted (1):\u001b[39m',
    '    pet: Rex',
    '\u001b[31mThe service violates its description in 1 place.\u001b[39m',
    '\u001b[32mThe service conforms to its description.\u001b[39m',
  ]);
});

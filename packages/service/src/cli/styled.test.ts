import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { styled } from './styled.ts';
import { textTable } from './text-table.ts';

const stream = (terminal: boolean) =>
  Object.assign(new Writable({ write() {} }), terminal ? { isTTY: true, getColorDepth: () => 8 } : {});
const red = '\u001b[31mno\u001b[39m';

beforeEach(() => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

test.each<[what: string, terminal: boolean, env: Record<string, string>, wanted: string]>([
  ['a terminal', true, {}, red],
  ['a pipe', false, {}, 'no'],
  ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, red],
  ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, 'no'],
])('%s', (_, terminal, env, wanted) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  expect(styled(stream(terminal), 'red', 'no')).toBe(wanted);
});

test('columns are as wide with colours as without', () => {
  const rows = [
    ['STATE', 'WHAT'],
    ['OK', 'all'],
  ];
  const style = (_: readonly string[], column: number) => (column === 0 ? 'green' : undefined);
  expect(textTable(rows, { style })).toBe('STATE  WHAT\nOK     all');
  vi.stubEnv('FORCE_COLOR', '1');
  const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;
  expect(textTable(rows, { style })).toBe(`${bold('STATE')}  ${bold('WHAT')}\n\u001b[32mOK   \u001b[39m  all`);
});

import { expect, test } from 'vitest';
import { isWatchedTagChange } from './watched.ts';

test.each([
  ['tag_added', 'VIP', [], ['VIP'], true],
  ['tag_added', 'vip', ['Press'], ['Press', 'VIP'], true],
  ['tag_added', 'VIP', ['vip'], ['VIP'], false],
  ['tag_added', 'VIP', ['VIP'], [], false],
  ['tag_added', 'VIP', [], ['Press'], false],
  ['tag_added', 'Gro\u0308\u00dfe', [], ['Gr\u00f6\u00dfe'], true],
  ['tag_removed', 'VIP', ['VIP', 'Press'], ['Press'], true],
  ['tag_removed', 'vip', ['VIP'], [], true],
  ['tag_removed', 'VIP', ['Press'], [], false],
  ['tag_removed', 'VIP', [], ['VIP'], false],
] as const)('%s %s: from %j to %j: %s', (kind, tag, before, after, wanted) => {
  expect(isWatchedTagChange({ kind, tag }, { id: 1, before, after })).toBe(wanted);
});

import { expect, test } from 'vitest';
import { type CheckState, type Finding, presentable, stateOf } from './findings.ts';

const finding = (severity: Finding['severity'], message = 'm'): Finding => ({ code: 'c', severity, message });

test.each<[Finding['severity'][], CheckState]>([
  [[], 'success'],
  [['info'], 'success'],
  [['info', 'warning'], 'warning'],
  [['warning', 'error', 'info'], 'failed'],
])('%j: %s', (severities, wanted) => {
  expect(stateOf(severities.map((severity) => finding(severity)))).toBe(wanted);
});

test('errors stand first, a thousand at most, texts that XML can carry', () => {
  const many = [finding('info', 'a\u0001b'), finding('warning', 'x'.repeat(2000)), finding('error')];
  const shown = presentable([...many, ...Array.from({ length: 2000 }, () => finding('info'))]);
  expect(shown).toHaveLength(1000);
  expect(shown.slice(0, 3)).toEqual([finding('error'), finding('warning', 'x'.repeat(1000)), finding('info', 'ab')]);
});

import { expect, test } from 'vitest';
import { judgeSize } from './judge.ts';

const kb = 1024;
test.each<[[number, number, number], string, [number, number, number], string[]]>([
  [[2049, 1, 0], 'success', [3, 1, 0], []],
  [[200 * kb, 102 * kb, 0], 'success', [200, 102, 0], []],
  [[200 * kb, 102 * kb + 1, 0], 'warning', [200, 103, 0], ['html_cut']],
  [[10_240 * kb, kb, 9000 * kb], 'success', [10_240, 1, 9000], []],
  [[10_240 * kb + 1, kb, 9000 * kb], 'failed', [10_241, 1, 9000], ['message_too_large']],
])('%j bytes: %s', ([message, html, attachments], state, sizes, codes) => {
  const judged = judgeSize({ message, html, attachments });
  expect(judged.state).toBe(state);
  expect([judged.size, judged.html_size, judged.attachments_size]).toEqual(sizes);
  expect(judged.findings.map(({ code }) => code)).toEqual(codes);
});

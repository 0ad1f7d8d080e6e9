import { expect, test } from 'vitest';
import { judgeSize } from './judge.ts';

const kb = 1024;
test.each<[number, number, number, number[], string, [number, number, number], string[]]>([
  [2049, 1, 0, [], 'success', [3, 1, 0], []],
  [200 * kb, 102 * kb, 0, [], 'success', [200, 102, 0], []],
  [200 * kb, 102 * kb + 1, 0, [], 'warning', [200, 103, 0], ['html_cut']],
  [10_240 * kb, kb, kb, [570 * kb, 57], 'success', [10_240, 1, 781], []],
  [10_240 * kb + 1, kb, 0, [], 'warning', [10_241, 1, 0], ['message_large']],
  [33_631 * kb, kb, 0, [], 'warning', [33_631, 1, 0], ['message_large']],
  [33_631 * kb + 1, kb, 0, [], 'failed', [33_632, 1, 0], ['message_too_large']],
  [3000 * kb, 1, 2048 * kb + 1, [], 'failed', [3000, 1, 0], ['content_too_large']],
])('%j bytes, html %j, text %j, attachments %j: %s', (message, html, text, attachments, state, sizes, codes) => {
  const judged = judgeSize({ message, html: 'x'.repeat(html), text: 'x'.repeat(text), attachments });
  expect(judged.state).toBe(state);
  expect([judged.size, judged.html_size, judged.attachments_size]).toEqual(sizes);
  expect(judged.findings.map(({ code }) => code)).toEqual(codes);
});

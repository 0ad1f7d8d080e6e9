import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { doneSteps, notedSteps, progressLine, type stepOf } from './progress.ts';

const blocks = (code: Parameters<typeof stepOf>[0]['code'], severity: 'blocks' | 'warns' = 'blocks') => ({
  ...{ code, severity, temporary: false, message: '', remedy: '' },
});

test.each([
  ['nothing is written', 'draft', ['contents_missing', 'target_group_missing'], false, []],
  ['it is written', 'draft', ['target_group_missing'], false, ['contents']],
  ['it has readers', 'draft', [], false, ['contents', 'audience']],
  ['it was checked', 'draft', [], true, ['contents', 'audience', 'checks']],
  ['a check has failed', 'draft', ['check_failed'], true, ['contents', 'audience']],
  ['somebody has to sign off', 'failed', ['sign_off_missing'], true, ['contents', 'audience']],
  ['it was changed after the checks', 'draft', ['tag_invalid'], true, ['audience', 'checks']],
  ['no mail server answers', 'draft', ['relay_down'], true, ['contents', 'audience', 'checks']],
  ['it is scheduled', 'scheduled', [], false, ['contents', 'audience', 'checks', 'send']],
] as const)('if %s, what is done', (_, state, codes, isChecked, wanted) => {
  const readiness = { obstacles: codes.map((code) => blocks(code)) };
  expect([...doneSteps({ state, readiness, isChecked })]).toEqual(wanted);
});

test('a warning leaves a step done', () => {
  const readiness = { obstacles: [blocks('sender_unproven', 'warns')] };
  expect(doneSteps({ state: 'draft', readiness, isChecked: true })).toContain('contents');
});

test('one step is the next one', () => {
  const line = String(progressLine(sayIn('en'), new Set(['contents', 'checks'])));
  expect([...line.matchAll(/<li class="(\w+)"/g)].map(([, kind]) => kind)).toEqual(['done', 'next', 'done', 'later']);
  expect(line.match(/aria-current="step"><a href="#audience"/g)).toHaveLength(1);
});

test('a step that is done says when something in it deserves a look', () => {
  const readiness = { obstacles: [blocks('sender_unproven', 'warns')] };
  const words = (isPassed: boolean) => {
    const noted = notedSteps(readiness, { isPassed });
    const line = String(progressLine(sayIn('en'), new Set(['contents', 'audience', 'checks']), noted));
    return [...line.matchAll(/<small>([^<]*)/g)].map(([, word]) => word);
  };
  expect(words(true)).toEqual(['Please note', 'Done', 'Done', 'Next step']);
  expect(words(false)).toEqual(['Please note', 'Done', 'Please note', 'Next step']);
});

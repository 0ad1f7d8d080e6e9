import { describe, expect, test } from 'vitest';
import { isLasting, joinReasons, outcomeMails, wantsMail } from './outcome.ts';

describe('mails about outcomes', () => {
  test.each([
    [{}, 'import', 'done', true],
    [{}, 'sendout', 'partly', true],
    [{}, 'test', 'done', false],
    [{}, 'test', 'failed', true],
    [{}, 'program', 'partly', true],
    [{ import: 'failures' }, 'import', 'done', false],
    [{ import: 'failures' }, 'import', 'partly', true],
    [{ import: 'none' }, 'import', 'failed', false],
    [{ sendout: 'none' }, 'import', 'failed', true],
    [{ test: 'all' }, 'test', 'done', true],
  ] as const)('with %o, that a %s is %s: %s', (chosen, kind, result, wanted) => {
    expect(wantsMail(chosen, kind, result)).toBe(wanted);
  });

  test('what is not chosen is as usual', () => {
    expect(outcomeMails({ form: 'none' })).toMatchObject({ form: 'none', sendout: 'all', approval: 'failures' });
  });
});

describe('reasons', () => {
  test.each([
    [
      'the same fault is counted on',
      [{ code: 'trigger_mailing_inactive', step: 0, count: 2 }],
      [{ code: 'trigger_mailing_inactive', step: 0, count: 3 }],
      [{ code: 'trigger_mailing_inactive', step: 0, count: 5 }],
    ],
    [
      'that of another step is another one',
      [{ code: 'field_deleted', step: 0, count: 2 }],
      [{ code: 'field_deleted', step: 1, count: 1 }],
      [
        { code: 'field_deleted', step: 0, count: 2 },
        { code: 'field_deleted', step: 1, count: 1 },
      ],
    ],
    ['one without a count has none', [{ code: 'gave_up' }], [{ code: 'gave_up' }], [{ code: 'gave_up' }]],
    ['the first count is what it is', [], [{ code: 'contacts_full', count: 4 }], [{ code: 'contacts_full', count: 4 }]],
  ] as const)('%s', (_, before, now, joined) => {
    expect(joinReasons(before, now)).toEqual(joined);
  });

  test('forms and programs last', () => {
    expect((['import', 'sendout', 'test', 'approval', 'form', 'program'] as const).filter(isLasting)).toEqual([
      'form',
      'program',
    ]);
  });
});

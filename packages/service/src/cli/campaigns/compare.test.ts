import { expect, test } from 'vitest';
import { describeDifference, isSame } from './compare.ts';

const send = { kind: 'send', mailing: 'Welcome' };

test.each<[string, string, unknown, unknown, boolean]>([
  ['a text', 'subject', 'a', 'b', false],
  ['nothing and an empty text', 'preview_text', '', undefined, true],
  ['line ends', 'html', 'a\nb', 'a\r\nb', true],
  ['Unicode forms', 'subject', 'e\u0301', '\u00e9', true],
  ['false and nothing', 'rules_only', false, undefined, true],
  ['false and true', 'active', false, true, false],
  ['the usual match', 'match', 'all', undefined, true],
  ['another match', 'match', 'any', undefined, false],
  ['never and at once', 'again_after_days', null, 0, false],
  ['at once and nothing', 'again_after_days', 0, undefined, true],
  ['an order that says nothing', 'events', ['bounce', 'doi'], ['doi', 'bounce'], true],
  ['other texts', 'tags', ['sale'], ['sale', 'spring'], false],
  [
    'what a rule tells of its field',
    'rules',
    [{ operator: 'EMPTY', field: 'CITY' }],
    [{ operator: 'EMPTY', field: 'CITY', type: 'string', is_customfield: false }],
    true,
  ],
  ['another rule', 'rules', [{ operator: 'EMPTY', field: 'CITY' }], [{ operator: 'NOTEMPTY', field: 'CITY' }], false],
  [
    'the order of groups',
    'groups',
    [{ match: 'any' }, { rules: [{ operator: 'X' }] }],
    [{ rules: [{ operator: 'X' }] }, { match: 'any' }],
    true,
  ],
  ['the order of steps', 'steps', [send, { kind: 'end' }], [{ kind: 'end' }, send], false],
  [
    'a way that is gone',
    'steps',
    [{ kind: 'branch', segment: 'A' }],
    [{ kind: 'branch', segment: 'A', others: 'last' }],
    false,
  ],
])('%s', (_about, key, wanted, present, same) => {
  expect(isSame(key, wanted, present)).toBe(same);
});

test.each<[string, unknown, unknown, string | undefined, string]>([
  ['subject', 'b', 'a', undefined, 'subject "a" → "b"'],
  ['segment', 'Team', null, undefined, 'segment nothing → "Team"'],
  ['tags', ['a', 'b'], [], undefined, 'tags nothing → a, b'],
  ['active', false, true, undefined, 'active true → false'],
  ['consent', 'x'.repeat(100), 'y', undefined, 'consent'],
  ['steps', [send], [], undefined, 'steps'],
  ['html', 'a\nb\nc', 'a\nx', 'mailings/a.html', 'html (mailings/a.html, +2 −1 lines)'],
])('a change of %s is told in a few words', (key, wanted, present, file, text) => {
  expect(describeDifference(key, wanted, present, file)).toBe(text);
});

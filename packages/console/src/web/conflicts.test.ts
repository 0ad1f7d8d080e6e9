import { expect, test } from 'vitest';
import { type FormPart, findConflicts, nothingSeen, seenOf, takeChosen } from './conflicts.ts';

const parts = (subject: string, text: string): FormPart[] => [
  { label: 'Subject', fields: { subject } },
  { label: 'Text', fields: { text, kind: 'plain' } },
];
const found = (seen: string, mine: FormPart[], theirs: FormPart[]) =>
  findConflicts(seen, mine, theirs).map(({ theirs: { label }, changedByMe }) => [label, changedByMe]);

test.each<[string, FormPart[], FormPart[], [string, boolean][]]>([
  ['nobody changed anything', parts('a', 'b'), parts('a', 'b'), []],
  ['only I did', parts('mine', 'b'), parts('a', 'b'), []],
  ['only they did', parts('a', 'b'), parts('theirs', 'b'), [['Subject', false]]],
  ['both did, in the same way', parts('same', 'b'), parts('same', 'b'), []],
  ['both did, differently', parts('mine', 'b'), parts('theirs', 'b'), [['Subject', true]]],
  ['each another part', parts('mine', 'b'), parts('a', 'theirs'), [['Text', false]]],
  ['the form has other line ends', parts('a', 'b\r\nc'), parts('a', 'b\nc'), []],
])('when %s', (_, mine, theirs, conflicts) => {
  expect(found(seenOf(parts('a', 'b')), mine, theirs)).toEqual(conflicts);
});

test('of a text of unknown origin, each difference is a conflict', () => {
  expect(found(nothingSeen, parts('a', 'b'), parts('a', 'c'))).toEqual([['Text', true]]);
  expect(found('no JSON', parts('a', 'b'), parts('a', 'b'))).toEqual([]);
});

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const chosen = {
  subject: '',
  'mine-0': '{"subject":"mine"}',
  'theirs-0': '{"subject":"theirs"}',
  'mine-1': '{"text":"my\\nlines"}',
  'theirs-1': '{"text":"theirs"}',
};

test.each<[Record<string, string>, [string, string]]>([
  [{ 'take-0': 'theirs', 'take-1': 'mine' }, ['theirs', 'my\nlines']],
  [{ 'take-0': 'theirs', 'take-1': 'theirs', keep: 'mine' }, ['mine', 'my\nlines']],
  [{ keep: 'theirs' }, ['theirs', 'theirs']],
  [{}, ['mine', 'my\nlines']],
])('%j is set', (choice, [subject, text]) => {
  const taken = takeChosen(form({ ...chosen, ...choice }));
  expect([taken.get('subject'), taken.get('text')]).toEqual([subject, text]);
});

test('a form without a choice, or with a broken one, stays as it is', () => {
  expect([...takeChosen(form({ subject: 'x' }))]).toEqual([['subject', 'x']]);
  expect(takeChosen(form({ subject: 'x', 'mine-0': '{' })).get('subject')).toBe('x');
});

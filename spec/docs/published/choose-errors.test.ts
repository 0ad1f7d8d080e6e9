import { expect, test } from 'vitest';
import { chooseErrors, formOf, plainMessage } from './choose-errors.ts';

test.each<[string, string]>([
  ['Mailing with id 404404404 not found.', 'Mailing with id 42 not found.'],
  ['name "Group 7iuomcvu" is used by another target group.', 'name "Group 42" is used by another target group.'],
  ['Custom field FIELD_7iuomcf5 not found.', 'Custom field FIELD_42 not found.'],
  ['mailingid must be an integer but was abc-7iuomc4', 'mailingid must be an integer but was abc'],
  ['The link check of mailing 291 is already running.', 'The link check of mailing 42 is already running.'],
  ['body must have at most 9437184 bytes', 'body must have at most 9437184 bytes'],
  [
    'Transactional mail with id 00000000-0000-4000-8000-000000000000 not found.',
    'Transactional mail with id 00000000-0000-4000-8000-000000000000 not found.',
  ],
  [
    'date must be in the future but is 2026-11-28 08:30 in UTC',
    'date must be in the future but is 2026-03-01 09:30 in UTC',
  ],
  [
    'The API key lacks the right "put", which PUT /contacts/email/{email} needs.',
    'The API key lacks the right "{right}", which {method} {path} needs.',
  ],
])('%s', (message, wanted) => {
  expect(plainMessage(message, /7iuomc\w*/)).toBe(wanted);
});

const chosen = (...messages: string[]) =>
  Object.keys(chooseErrors([{ operation: 'one', status: 400, messages }], /\b7x\w*/)['400']!);

test.each<[about: string, messages: string[], wanted: string[]]>([
  [
    'rules of the operation come before those of validators',
    ['type must be one of a, b but was c', 'name is required', 'doiplus=true requires doi=true'],
    ['doiplus=true requires doi=true', 'name is required'],
  ],
  [
    'what only a test sends is left out',
    ['name must be given once but was given 2 times', '/: UTF-8 is required', 'name is required'],
    ['name is required'],
  ],
  [
    'a message that says little is better than none',
    ['Idempotency-Key must have at most 255 characters but has 256'],
    ['Idempotency-Key must have at most 255 characters but has 256'],
  ],
  [
    'messages of one form are one',
    ['Site with id 1 not found.', 'Site with id 2 not found.'],
    ['Site with id 42 not found.'],
  ],
])('%s', (_about, messages, wanted) => {
  expect(chosen(...messages).toSorted()).toEqual(wanted.toSorted());
});

test('a message that every operation with the status has is one of all', () => {
  const answered = ['one', 'two'].map((operation) => ({
    operation,
    status: 401,
    messages: ['The API key is not valid.'],
  }));
  const own = { operation: 'two', status: 401, messages: ['The key of two has expired.', 'The API key is not valid.'] };
  expect(chooseErrors([answered[0]!, own], /\b7q\w*/)).toEqual({
    401: { 'The API key is not valid.': 'all', 'The key of two has expired.': ['two'] },
  });
});

test.each<[one: string, other: string, isOneForm: boolean]>([
  ['Mailing with id 42 is draft and cannot be paused.', 'Mailing with id 7 is sending and cannot be paused.', true],
  ['Mailing with id 42 is draft and cannot be paused.', 'Mailing with id 42 is draft and cannot be deleted.', false],
  ['Its mailing 42 is sending.', 'Its mailing 42 is paused.', true],
  ['date must be in 2026', 'date must be in 2027', true],
])('%s and %s', (one, other, isOneForm) => {
  expect(formOf(one) === formOf(other)).toBe(isOneForm);
});

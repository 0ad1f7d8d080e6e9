import { expect, test } from 'vitest';
import type { FormField } from '../forms/settings.ts';
import { readAnswers } from './answers.ts';

const usual = { label: null, required: false, value: null };
const name: FormField = { ...usual, usage: 'asked', required: true, field: { kind: 'standard', name: 'FIRSTNAME' } };
const birthday: FormField = { ...usual, usage: 'asked', field: { kind: 'standard', name: 'BIRTHDAY' } };
const news: FormField = { ...usual, usage: 'topic', field: { kind: 'custom', name: 'NEWS', id: 1, type: 'boolean' } };
const fair: FormField = {
  ...usual,
  usage: 'given',
  value: '7',
  field: { kind: 'custom', name: 'FAIR', id: 2, type: 'integer' },
};
const fields = [name, birthday, news, fair];

function read(email: string, texts: [FormField, string][], consent = true) {
  const entered = new Map(texts);
  return readAnswers({ fields }, { email, consent, textOf: (field) => entered.get(field) });
}

test('values are read as their types; a given value cannot be entered', () => {
  const texts: [FormField, string][] = [
    [name, 'Ada'],
    [news, 'on'],
    [fair, '9'],
  ];
  expect(read('Ada@example.org', texts)).toEqual({
    answers: {
      email: expect.objectContaining({ address: 'Ada@example.org' }),
      standardFields: { FIRSTNAME: 'Ada' },
      customFields: { 1: true, 2: 7 },
    },
  });
});

test('topics that are not chosen stay as they are', () => {
  expect(read('a@example.org', [[name, 'Ada']])).toMatchObject({ answers: { customFields: { 2: 7 } } });
});

test('all that is wrong is told', () => {
  expect(read('nobody', [[birthday, 'soon']], false)).toEqual({ wrong: new Set(['email', 'consent', name, birthday]) });
});

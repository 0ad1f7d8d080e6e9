import { expect, test } from 'vitest';
import { emptyDraft, readDraft } from './settings.ts';

const filled = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test('settings that the page does not show stay', () => {
  const topics = [{ field: 'NEWS', label: 'News' }];
  const before = { ...emptyDraft, topics, fields: [{ name: 'CITY', label: 'Town' }] };
  const draft = readDraft(
    filled({ name: ' Shop ', consent: 'a\r\nb', 'field-CITY': 'required', 'field-ZIP': '', active: 'yes' }),
    before,
  );
  expect(draft).toEqual({
    name: 'Shop',
    consent: 'a\nb',
    language: 'en',
    fields: [{ name: 'CITY', label: 'Town', required: true }],
    origins: [],
    double_opt_in: false,
    doi_plus: false,
    active: true,
    topics,
  });
});

test('texts that are entered are set', () => {
  const draft = readDraft(
    filled({ origins: 'https://a.example\r\n https://b.example', thanks: 'Thanks', hourly_limit: '50' }),
    emptyDraft,
  );
  expect(draft).toMatchObject({
    origins: ['https://a.example', 'https://b.example'],
    thanks: 'Thanks',
    hourly_limit: 50,
  });
});

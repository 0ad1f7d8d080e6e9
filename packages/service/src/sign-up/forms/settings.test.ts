import type { SignUpFormDraft } from '@mailwright/server';
import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const custom = new Map([
  ['NEWS', { id: 1, type: 'boolean' as const }],
  ['SHOES', { id: 2, type: 'integer' as const }],
]);
const read = (draft: Partial<SignUpFormDraft>) => readSettings({ name: 'Site', consent: 'Yes.', ...draft }, custom);

test('absent settings have their documented values', () => {
  const { settings, faults } = read({});
  expect(faults).toEqual([]);
  expect(settings).toMatchObject({
    form: { language: 'en', double_opt_in: true, doi_plus: false, origins: [], hourly_limit: 500, active: true },
    consent: 'Yes.',
    fields: [],
  });
});

test('fields keep their order: asked, topics, given', () => {
  const { settings } = read({
    values: [{ field: 'SHOES', text: '38' }],
    topics: [{ field: 'NEWS', label: 'News' }],
    fields: [{ name: 'FIRSTNAME', required: true }],
  });
  expect(settings.fields.map(({ usage, field, required }) => [usage, field.name, required])).toEqual([
    ['asked', 'FIRSTNAME', true],
    ['topic', 'NEWS', false],
    ['given', 'SHOES', false],
  ]);
});

test.each([
  ['HTTPS://WWW.Example.COM', 'https://www.example.com'],
  ['https://www.example.com:443', 'https://www.example.com'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('the origin %s is %s, as browsers send it', (text, origin) => {
  expect(read({ origins: [text] }).settings.form.origins).toEqual([origin]);
});

test.each<[string, Partial<SignUpFormDraft>, RegExp]>([
  ['a field that there is not', { fields: [{ name: 'HAT' }] }, /^fields: "HAT" is neither a standard field nor/],
  [
    'a field twice',
    { fields: [{ name: 'CITY' }], values: [{ field: 'CITY', text: 'Bern' }] },
    /^values: "CITY" is used/,
  ],
  [
    'a topic that is no boolean',
    { topics: [{ field: 'SHOES', label: 'x' }] },
    /must be a custom field of type boolean$/,
  ],
  [
    'a standard field as a topic',
    { topics: [{ field: 'CITY', label: 'x' }] },
    /must be a custom field of type boolean$/,
  ],
  ['a value that does not fit', { values: [{ field: 'SHOES', text: 'big' }] }, /SHOES must be an integer/],
  ['tracking without confirmation', { double_opt_in: false, doi_plus: true }, /^doi_plus=true requires/],
  ['a mailing without confirmation', { double_opt_in: false, doi_mailing: 'x' }, /^doi_mailing requires/],
  ['an origin with a path', { origins: ['https://example.com?x'] }, /^origins must have the form/],
  ['an address that is none', { thanks_url: 'https://[' }, /^thanks_url must be an https URL/],
])('%s is a fault', (_, draft, wanted) => {
  expect(read(draft).faults).toEqual([expect.stringMatching(wanted)]);
});

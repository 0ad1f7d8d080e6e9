import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import type { Group } from '../rules.ts';
import { describeGroup } from './sentence.ts';

const city = { field: 'CITY', operator: 'EQUALS', value: 'Bonn' } as const;
const tag = { field: 'TAG', operator: 'EQUALS', value: 'VIP' } as const;
const opened = { operator: 'OPENED', mailing_id: 7 } as const;

test.each<[Group, string]>([
  [{}, 'Every contact.'],
  [{ rules: [city] }, 'Contacts for whom this is true: City is Bonn.'],
  [{ match: 'any', rules: [city, tag] }, 'Contacts for whom this is true: City is Bonn or Tag is VIP.'],
  [
    { rules: [city], groups: [{ match: 'any', rules: [tag, opened] }] },
    'Contacts for whom this is true: City is Bonn and (Tag is VIP or opened “Spring”).',
  ],
  [
    { rules: [city], groups: [{ match: 'none', rules: [tag, opened] }] },
    'Contacts for whom this is true: City is Bonn and not (Tag is VIP or opened “Spring”).',
  ],
])('%j', (group, sentence) => {
  expect(describeGroup(sayIn('en'), group, new Map([[7, 'Spring']]))).toBe(sentence);
});

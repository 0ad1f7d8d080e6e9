import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { personalise, type TextContext } from './personalisation.ts';

const data: Record<string, string> = {
  'CONTACT|FIRSTNAME': 'Ada',
  'CONTACT|LASTNAME': '<b>&"',
  'CONTACT|CITY': '',
  'CONTACT|TITLE': '[[CONTACT|FIRSTNAME]]',
  'CONTACT|ZIP': '1\r\nBcc: eve@example.com',
};
const values = (namespace: string, field: string) => data[`${namespace}|${field}`];

describe('tags', () => {
  test.each<[string, TextContext, string]>([
    ['Hello [[CONTACT|FIRSTNAME]]!', 'plain', 'Hello Ada!'],
    ['Hello [[CONTACT|CITY|friend]]!', 'plain', 'Hello friend!'],
    ['Hello [[CONTACT|REGION|friend]]!', 'html', 'Hello friend!'],
    ['Hello [[CONTACT|REGION]]!', 'plain', 'Hello !'],
    ['<p>[[CONTACT|LASTNAME]]</p>', 'html', '<p>&lt;b&gt;&amp;&quot;</p>'],
    ['[[CONTACT|LASTNAME]]', 'plain', '<b>&"'],
    ['[[CONTACT|TITLE]]', 'plain', '[[CONTACT|FIRSTNAME]]'],
    ['[[CONTACT|ZIP]]', 'header', '1 Bcc: eve@example.com'],
    ['[[not a tag]] [[CONTACT]] [CONTACT|FIRSTNAME]', 'plain', '[[not a tag]] [[CONTACT]] [CONTACT|FIRSTNAME]'],
  ])('%s in %s', (template, context, wanted) => {
    expect(personalise(template, context, values)).toBe(wanted);
  });
});

test('a header never gets a line end from a value', () => {
  fc.assert(fc.property(fc.string(), (value) => !/[\r\n\0]/.test(personalise('[[CONTACT|X]]', 'header', () => value))));
});

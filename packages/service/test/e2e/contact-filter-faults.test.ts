import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const rule = (field: string, operator: string, value = '', custom = false) =>
  `<rule><is_customfield>${custom}</is_customfield><field>${field}</field><operator>${operator}</operator>${value}</rule>`;
const value = (text: string) => `<value>${text}</value>`;
const values = (...texts: string[]) => `<values>${texts.map(value).join('')}</values>`;
const group = (inside: string) => `<groups><group>${inside}</group></groups>`;
const rules = (...inside: string[]) => `<rules>${inside.join('')}</rules>`;
const fine = rule('CITY', 'EQUALS', value('Paris'));

const bodies: [what: string, inside: string, message: string][] = [
  ['no rule', '', 'the filter must have at least one rule or group'],
  ['an empty group', rules(fine) + group(''), 'groups/group[1] must have at least one rule or group'],
  [
    '101 rules',
    rules(...Array(60).fill(fine)) + group(rules(...Array(41).fill(fine))),
    'at most 100 rules but has 101',
  ],
  [
    'five levels',
    group(group(group(group(rules(fine))))),
    'groups/group[1]/groups/group[1]/groups/group[1]/groups/group[1] is nested too deeply: a filter can have at most 4 levels',
  ],
  [
    'an unknown field',
    rules(fine, rule('COLOUR', 'EQUALS', value('x'))),
    'rules/rule[2]: field must be one of ADDRESS, BIRTHDAY',
  ],
  [
    'an unknown custom field',
    rules(rule('COLOUR', 'EQUALS', value('x'), true)),
    'rules/rule[1]: "COLOUR" is not a custom field of the account',
  ],
  ['__proto__', rules(rule('__proto__', 'EQUALS', value('x'))), 'field must be one of'],
  [
    'no field',
    '<rules><rule><operator>EQUALS</operator><value>x</value></rule></rules>',
    'rules/rule[1]: field is required',
  ],
  ['an unknown operator', rules(rule('CITY', 'RESEMBLES', value('x'))), 'RESEMBLES'],
  [
    'a number of text',
    rules(rule('AGE', 'EQUALS', value('old'), true)),
    'value of field AGE must be an integer from -2147483648 to 2147483647 but was "old"',
  ],
  [
    'a boolean of text',
    rules(rule('MEMBER', 'EQUALS', value('maybe'), true)),
    'value of field MEMBER must be 0, 1, true or false but was "maybe"',
  ],
  [
    'a day that there is not',
    rules(rule('BIRTHDAY', 'AFTER', value('2031-02-30'))),
    'value of field BIRTHDAY must be a date YYYY-MM-DD but was "2031-02-30"',
  ],
  [
    'a bad timestamp',
    rules(rule('CREATED', 'AFTER', value('yesterday'))),
    'must be a timestamp YYYY-MM-DD HH:MM:SS but was "yesterday"',
  ],
  [
    'a bad number in a list',
    rules(rule('AGE', 'IN', values('7', 'x'), true)),
    'rules/rule[1]: values/value[2] of field AGE must be an integer',
  ],
  ['an unknown permission', rules(rule('PERMISSION', 'EQUALS', value('7'))), 'must be one of 1, 2, 3, 4, 5, 6'],
  ['an unknown status', rules(rule('SENDOUT_STATUS', 'EQUALS', value('maybe'))), 'must be one of allowed, blocked'],
  [
    'CONTAINS on a number',
    rules(rule('AGE', 'CONTAINS', value('7'), true)),
    'operator must be one of EQUALS, NOTEQUALS, GREATER',
  ],
  [
    'GREATER on a boolean',
    rules(rule('MEMBER', 'GREATER', value('1'), true)),
    'operator must be one of EQUALS, NOTEQUALS, EMPTY, NOTEMPTY for field MEMBER but was GREATER',
  ],
  ['ANNIVERSARY on text', rules(rule('CITY', 'ANNIVERSARY', value('0'))), 'for field CITY but was ANNIVERSARY'],
  [
    'ANNIVERSARY of a year',
    rules(rule('BIRTHDAY', 'ANNIVERSARY', value('367'))),
    'must be a number of days from 0 to 366 but was "367"',
  ],
  [
    'WITHIN_DAYS of none',
    rules(rule('BIRTHDAY', 'WITHIN_DAYS', value('0'))),
    'must be a number of days from 1 to 36500',
  ],
  ['no value', rules(rule('CITY', 'EQUALS')), 'rules/rule[1]: value is required for EQUALS'],
  [
    'an empty value',
    rules(rule('CITY', 'CONTAINS', value(''))),
    'must not be empty; EMPTY finds contacts without a value',
  ],
  ['a value for EMPTY', rules(rule('CITY', 'EMPTY', value('x'))), 'EMPTY takes no value'],
  ['values for EQUALS', rules(rule('CITY', 'EQUALS', values('x', 'y'))), 'EQUALS takes value, not values'],
  ['a value for IN', rules(rule('CITY', 'IN', value('x'))), 'IN takes values, not value'],
  ['nothing for IN', rules(rule('CITY', 'IN')), 'IN takes at least one value'],
  ['one value for BETWEEN', rules(rule('CITY', 'BETWEEN', values('x'))), 'BETWEEN takes two values but has 1'],
  [
    'a field for an activity',
    rules('<rule><operator>OPENED</operator><field>CITY</field></rule>'),
    'rules/rule[1]: OPENED takes no field',
  ],
  [
    'a custom field for an activity',
    rules('<rule><operator>RECEIVED</operator><is_customfield>true</is_customfield></rule>'),
    'rules/rule[1]: RECEIVED takes no field',
  ],
  [
    'a value for an activity',
    rules('<rule><operator>NOT_CLICKED</operator><value>7</value></rule>'),
    'rules/rule[1]: NOT_CLICKED takes no value; it may have mailing_id and days',
  ],
  ['no day', rules('<rule><operator>CLICKED</operator><days>0</days></rule>'), 'days'],
  ['too many days', rules('<rule><operator>CLICKED</operator><days>36501</days></rule>'), 'days'],
  ['no mailing', rules('<rule><operator>CLICKED</operator><mailing_id>0</mailing_id></rule>'), 'mailing_id'],
  [
    'days on a field',
    rules(`<rule><field>CITY</field><operator>EMPTY</operator><days>7</days></rule>`),
    'days belongs to RECEIVED',
  ],
  ['an unknown match', `<match>most</match>${rules(fine)}`, 'match'],
];

const one = '/contactfilters/contactfilter/FILTER';
const none = '/contactfilters/contactfilter/404404';
const gone = 'Contact filter with id 404404 not found.';
const requests: [method: string, path: string, body: string | undefined, status: number, message: string][] = [
  ['GET', none, undefined, 404, gone],
  ['PUT', none, '<contactfilter><name>x</name></contactfilter>', 404, gone],
  ['DELETE', none, undefined, 404, gone],
  ['GET', `${none}/lock`, undefined, 404, gone],
  ['POST', `${none}/lock?lock=true`, undefined, 404, gone],
  ['GET', `${none}/refresh`, undefined, 404, gone],
  ['GET', `${none}/refresh?async=true`, undefined, 404, gone],
  ['GET', '/contactfilters/contactfilter/abc', undefined, 400, 'contactFilterId must be an integer but was abc'],
  ['PUT', one, '<contactfilter/>', 400, 'name'],
  ['PUT', one, '<contactfilter><name></name></contactfilter>', 400, 'name'],
  ['PUT', one, `<contactfilter><name>${'x'.repeat(256)}</name></contactfilter>`, 400, 'name'],
  ['POST', `${one}/lock`, undefined, 400, 'lock is required'],
  ['POST', `${one}/lock?lock=perhaps`, undefined, 400, 'lock must be'],
  ['GET', `${one}/refresh?time=-2`, undefined, 400, 'time must be at least -1 but was -2'],
  ['GET', `${one}/refresh?time=soon`, undefined, 400, 'time must be an integer but was soon'],
  ['GET', `${one}/refresh?async=later`, undefined, 400, 'async must be'],
  ['GET', '/contactfilters?page_size=1001', undefined, 400, 'page_size must not exceed 1000 but was 1001'],
  ['GET', '/contactfilters?page_size=0', undefined, 400, 'page_size must be at least 1 but was 0'],
  ['GET', '/contactfilters?pageIndex=0', undefined, 400, 'must be at least 1 but was 0'],
  ['POST', '/contactfilters', '<contactfilter><rules/></contactfilter>', 400, 'name'],
  ['POST', '/contactfilters', '<contactfilter>', 400, ''],
];

describe.each(usualDatabases())('faults of contact filters on $kind', ({ open }) => {
  let service: TestService;
  let filterId: number;
  const headers = { 'content-type': 'application/vnd.service.api+xml' };
  beforeAll(async () => {
    service = await startTestService(await open());
    const fields = [
      { name: 'AGE', type: 'integer' },
      { name: 'MEMBER', type: 'boolean' },
    ];
    await service.db
      .insertInto('custom_field')
      .values(fields.map((field) => ({ account_id: service.accountId, ...field })))
      .execute();
    filterId = (await service.client.contactFilters.list({}).orThrow()).items[0]!.id;
  });
  afterAll(() => service?.close());

  test.each(bodies)('%s: 400', async (_what, inside, message) => {
    const body = `<contactfilter><name>Faulty</name>${inside}</contactfilter>`;
    const answer = await callRaw(service, { method: 'POST', path: '/contactfilters', headers, body });
    expect(answer.status, answer.body).toBe(400);
    expect(messageOf(answer)).toContain(message);
  });

  test.each(requests)('%s %s %s: %i', async (method, path, body, status, message) => {
    const call = { method, path: path.replace('FILTER', String(filterId)), headers, ...(body ? { body } : {}) };
    const answer = await callRaw(service, call);
    expect(answer.status, answer.body).toBe(status);
    expect(messageOf(answer)).toContain(message);
  });

  test('nothing was stored, and nothing failed', async () => {
    expect(await service.client.contactFilters.count({}).orThrow()).toBe(2);
    expect(service.log.join('\n')).not.toMatch(/Failure|failed/);
  });
});

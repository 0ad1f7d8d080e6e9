import { expect, test } from 'vitest';
import { inputOf, messageOf, send } from './fixture.ts';

const path = '/mailings/filter/states';
const states = (query: string) => inputOf('listByStates', { path, query });

test('defaults are applied, absent arrays are empty, the rest is undefined', async () => {
  expect(await states('')).toStrictEqual({
    states: [],
    page_size: 100,
    page_index: 1,
    order: 'ASC',
    hours: [],
    deep: undefined,
    rate: undefined,
    label: undefined,
  });
});

test.each<[string, object]>([
  ['states=draft', { states: ['draft'] }],
  ['states=draft&states=failed', { states: ['draft', 'failed'] }],
  ['states=&states=failed', { states: ['failed'] }],
  ['states=', { states: [] }],
  ['states[]=draft&states%5B%5D=failed', { states: ['draft', 'failed'] }],
  ['states=draft&states[]=failed', { states: ['draft', 'failed'] }],
  ['page_size=7&page_index=2', { page_size: 7, page_index: 2 }],
  ['page_size=007', { page_size: 7 }],
  ['pageSize=7', { page_size: 7 }],
  ['page_size=', { page_size: 100 }],
  ['page%5Fsize=7', { page_size: 7 }],
  ['order=desc', { order: 'DESC' }],
  ['hours=1,2,23', { hours: [1, 2, 23] }],
  ['hours=1&hours=2', { hours: [1, 2] }],
  ['deep=true', { deep: true }],
  ['deep=FALSE', { deep: false }],
  ['deep=1', { deep: true }],
  ['deep=No', { deep: false }],
  ['deep=', { deep: undefined }],
  ['deep_vendor7_too=1', { deep: true }],
  ['deep_a_b_too=1&deep__too=1', { deep: undefined }],
  ['rate=-1.5e3', { rate: -1500 }],
  ['label=a+b%20c%2B', { label: 'a b c+' }],
  ['label=100%2525', { label: '100%25' }],
  ['label=Gr%C3%BCn', { label: 'Grün' }],
  ['label=a=b', { label: 'a=b' }],
  ['&&label=ab&', { label: 'ab' }],
  ['Label=ab', { label: undefined }],
  ['__proto__=x&constructor=y&label=ab', { label: 'ab' }],
])('?%s gives %j', async (query, wanted) => {
  expect(await states(query)).toMatchObject(wanted);
});

test.each([
  ['page_size=200000', 'page_size must not exceed 1000 but was 200000'],
  ['page_size=0', 'page_size must be at least 1 but was 0'],
  ['page_size=abc', 'page_size must be an integer but was abc'],
  ['page_size=1e3', 'page_size must be an integer but was 1e3'],
  ['page_size=1.0', 'page_size must be an integer but was 1.0'],
  ['page_size=0x10', 'page_size must be an integer but was 0x10'],
  ['page_size=%2B5', 'page_size must be an integer but was +5'],
  ['page_size=+5', 'page_size must be an integer but was  5'],
  ['page_size=1&page_size=1', 'page_size must be given once but was given 2 times'],
  ['page_size=1&pageSize=1', 'page_size must be given once but was given 2 times'],
  [
    'page_index=99999999999999999999',
    'page_index must be an integer between -9007199254740991 and 9007199254740991 but was 99999999999999999999',
  ],
  ['states=foo', 'states must be one of draft, failed, queued but was foo'],
  ['states=DRAFT', 'states must be one of draft, failed, queued but was DRAFT'],
  ['states=draft,failed', 'states must be one of draft, failed, queued but was draft,failed'],
  ['order=up', 'order must be one of ASC, DESC but was up'],
  ['hours=1,x', 'hours must be an integer but was x'],
  ['hours=24', 'hours must not exceed 23 but was 24'],
  ['deep=maybe', 'deep must be true or false but was maybe'],
  ['rate=NaN', 'rate must be a number but was NaN'],
  ['rate=1e999', 'rate must be a number but was 1e999'],
  ['label=a', 'label must have at least 2 characters but has 1'],
  [`label=${'x'.repeat(300)}`, 'label must have at most 255 characters but has 300'],
  ['label=a%00b', 'label must not contain control characters'],
  ['label=%ff', 'label must be percent-encoded UTF-8 but was %ff'],
  ['label=100%', 'label must be percent-encoded UTF-8 but was 100%'],
  ['%zz=1', 'query string must be percent-encoded UTF-8 but was %zz'],
  ['foo=%C3%28', 'foo must be percent-encoded UTF-8 but was %C3%28'],
  [
    'page_size=x&states=foo&page_index=0',
    'page_size must be an integer but was x; states must be one of draft, failed, queued but was foo; page_index must be at least 1 but was 0',
  ],
])('?%s is refused: %s', async (query, message) => {
  const answer = await send({ path, query });
  expect([answer.status, messageOf(answer)]).toEqual([400, message]);
});

test('at most ten faults are told', async () => {
  const answer = await send({ path, query: 'states=x&'.repeat(15) });
  expect(messageOf(answer).split('; ')).toHaveLength(10);
});

test.each([
  ['', 'name is required'],
  ['name=', 'name must have at least 1 character but has 0'],
])('a required text: ?%s', async (query, message) => {
  expect(messageOf(await send({ method: 'DELETE', path: '/properties', query }))).toBe(message);
});

test('headers are parameters too, a list of them split at commas', async () => {
  const headers = { tag: 'x', visit: '1, 2' };
  const input = await inputOf('deleteProperty', { method: 'DELETE', path: '/properties', query: 'name=a', headers });
  expect(input).toEqual({ name: 'a', tag: 'x', Visit: [1, 2] });
});

test.each([
  ['abc', 'mailingid must be an integer but was abc'],
  ['0', 'mailingid must be at least 1 but was 0'],
  ['-1', 'mailingid must be at least 1 but was -1'],
  ['1%2F2', 'mailingid must be an integer but was 1/2'],
  ['9'.repeat(30), /^mailingid must be an integer between/],
])('an id %s in the path is refused', async (id, message) => {
  const answer = await send({ path: `/mailings/${id}/name` });
  expect(answer.status).toBe(400);
  expect(messageOf(answer)).toMatch(message);
});

test('an alias hands on the same parameters', async () => {
  expect(await inputOf('getName', { method: 'POST', path: '/names/of/7' })).toEqual({ mailingid: 7 });
});

import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { isBreach } from '../src/calls/record.ts';
import type { Contract } from '../src/contract/contract.ts';
import { header } from '../src/exchange/exchange.ts';
import type { Rule } from '../src/judge/finding.ts';
import { changed, good, headerLine, lenient, status, text, withHeader } from './support/faults.ts';
import { type Disturb, mockedContract, verifyMock } from './support/mock-target.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await mockedContract();
});

const [LIST, STATE, SET] = ['listMailingsByStates', 'getMailingState', 'setMailingName'];
const list = good('GET', '/filter/');
const state = good('GET', '/state');
const set = good('POST', '/name');
const xml = 'application/vnd.service.api+xml';
const name = Buffer.from('<name>Spring</name>');
const id = /<id>.*?<\/id>/;
const lost = '<https://mock.test/1.0/mailings/filter/states>; rel="next"';

const faults: [name: string, of: string, fault: Disturb, rule: Rule, message: RegExp][] = [
  [
    'another root',
    STATE,
    changed(
      state,
      text((body) => body.replaceAll('state>', 'mood>')),
    ),
    'root',
    /must be state/,
  ],
  [
    'a document cut off',
    LIST,
    changed(
      list,
      text((body) => body.slice(0, -5)),
    ),
    'well-formed',
    /./,
  ],
  ['no UTF-8', STATE, changed(state, (each) => ({ ...each, body: Buffer.from([255]) })), 'well-formed', /UTF-8|encod/i],
  [
    'a document type',
    STATE,
    changed(
      state,
      text((body) => body.replace('?>', '?><!DOCTYPE a>')),
    ),
    'well-formed',
    /./,
  ],
  [
    'no body',
    STATE,
    changed(
      state,
      text(() => ''),
    ),
    'body',
    /has no body/,
  ],
  [
    'a body too many',
    SET,
    changed(
      set,
      text(() => 'done'),
    ),
    'body',
    /none is documented/,
  ],
  [
    'a missing element',
    LIST,
    changed(
      list,
      text((body) => body.replace(id, '')),
    ),
    'body',
    /id is required/,
  ],
  [
    'text for a number',
    LIST,
    changed(
      list,
      text((body) => body.replace(id, '<id>one</id>')),
    ),
    'body',
    /integer/,
  ],
  [
    'a number too small',
    LIST,
    changed(
      list,
      text((body) => body.replace(id, '<id>0</id>')),
    ),
    'body',
    />= 1/,
  ],
  [
    'an unlisted value',
    STATE,
    changed(
      state,
      text((body) => body.replace(/>\w+</, '>asleep<')),
    ),
    'body',
    /allowed values/,
  ],
  [
    'no message',
    STATE,
    changed(
      status(404),
      text(() => '<error/>'),
    ),
    'body',
    /message is required/,
  ],
  [
    'a page for an error',
    STATE,
    changed(status(404), headerLine('Content-Type', 'text/html')),
    'media-type',
    /text\/html/,
  ],
  [
    'another type',
    LIST,
    changed(list, headerLine('Content-Type', 'application/pdf')),
    'media-type',
    /application\/pdf/,
  ],
  ['no type', STATE, changed(state, headerLine('Content-Type')), 'media-type', /missing/],
  ['status 418', STATE, changed(state, (each) => ({ ...each, status: 418 })), 'status', /418 is not documented/],
  ['500 for 400', SET, changed(status(400), (each) => ({ ...each, status: 500 })), 'status', /500 is not documented/],
  ['no X-Items', LIST, changed(list, headerLine('X-Items')), 'header', /x-items/i],
  ['X-Pages "many"', LIST, changed(list, headerLine('X-Pages', 'many')), 'header', /x-pages/i],
  ['X-Pages 99', LIST, changed(list, headerLine('X-Pages', '99')), 'paging', /99, but 214 items/],
  ['a Link of no form', LIST, changed(list, headerLine('Link', 'next page')), 'paging', /RFC 8288/],
  ['a next page of none', LIST, changed(list, headerLine('X-Pages', '1')), 'paging', /rel="next" on page 1 of 1/],
  ['links that forget', LIST, changed(list, headerLine('Link', lost)), 'paging', /does not contain the parameter/],
  ['401 without a challenge', SET, changed(status(401), headerLine('WWW-Authenticate')), 'header', /WWW-Authenticate/],
  ['open doors', STATE, lenient(401, withHeader('Authorization', 'Bearer any')), 'accepted', /no credentials/],
  [
    'plain HTTP',
    STATE,
    lenient(403, (each) => ({ ...each, url: each.url.replace('http:', 'https:') })),
    'expected',
    /Wanted 403/,
  ],
  [
    'bad parameters taken',
    LIST,
    lenient(400, (each) => ({ ...each, url: each.url.split('?')[0]! })),
    'accepted',
    /page_size/,
  ],
  [
    'no body taken',
    SET,
    lenient(400, (each) => ({ ...withHeader('Content-Type', xml)(each), body: name })),
    'accepted',
    /is required/,
  ],
  ['bad XML taken', SET, lenient(400, (each) => ({ ...each, body: name })), 'accepted', /Request body: .*root/],
  ['any type taken', SET, lenient(415, withHeader('Content-Type', xml)), 'accepted', /x-no-such-type/],
  ['any Accept answered', STATE, lenient(406, withHeader('Accept', '*/*')), 'media-type', /accepts only/],
  ['too long a body taken', SET, lenient(413, (each) => ({ ...each, body: name })), 'accepted', /is longer than/],
  [
    'nothing is unknown',
    SET,
    changed(status(404), () => ({ status: 200, headers: [], body: Buffer.alloc(0) })),
    'expected',
    /Wanted 404, got 200/,
  ],
  [
    'sealed is changed',
    SET,
    changed(status(409), () => ({ status: 200, headers: [], body: Buffer.alloc(0) })),
    'expected',
    /Wanted 409, got 200/,
  ],
  ['no answer', STATE, async () => Promise.reject(new Error('the connection was closed')), 'connection', /was closed/],
];

const breachesOf = async (of: string[], fault?: Disturb) => {
  const { records } = await verifyMock(contract, fault, of);
  return records.flatMap(({ about, findings }) => findings.filter(isBreach).map((each) => ({ ...each, about })));
};

test('the honest server keeps the contract', async () => {
  expect(await breachesOf([LIST, STATE, SET])).toEqual([]);
});

/** Behaviour that a description leaves open, so that servers may differ. */
test.each<[string, Disturb]>([
  [
    'another order of elements',
    changed(
      list,
      text((body) => body.replace(/(<id>.*?<\/id>)(<fields>.*?<\/fields>)/g, '$2$1')),
    ),
  ],
  [
    'lines and comments',
    changed(
      list,
      text((body) => body.replaceAll('><', '>\n  <!-- x --><')),
    ),
  ],
  [
    'CDATA',
    changed(
      state,
      text((body) => body.replace(/>(\w+)</, '><![CDATA[$1]]><')),
    ),
  ],
  [
    'a prefix',
    changed(
      state,
      text((body) => body.replaceAll('state>', 'a:state>').replace('<a:state', '<a:state xmlns:a="a:b"')),
    ),
  ],
  [
    'no declaration',
    changed(
      state,
      text((body) => body.replace(/<\?.*?\?>/, '')),
    ),
  ],
  [
    'a charset',
    changed(state, (each) =>
      headerLine('Content-Type', `${header(each.headers, 'content-type')}; charset="utf-8"`)(each),
    ),
  ],
  ['more headers', changed(list, headerLine('X-Request-Id', '7'))],
])('%s is no fault', async (_, variation) => {
  let differs = false;
  const watched: Disturb = async (request, honest) => {
    const usual = await honest(request);
    const varied = await variation(request, async () => usual);
    differs ||= !isDeepStrictEqual(usual, varied);
    return varied;
  };
  expect(await breachesOf([LIST, STATE], watched)).toEqual([]);
  expect(differs).toBe(true);
});

test.each(faults)('%s: found', async (_, of, fault, rule, message) => {
  const breaches = await breachesOf([of], fault);
  const messages = breaches.filter((each) => each.rule === rule).map((each) => each.message);
  expect(messages.join('\n')).toMatch(message);
});

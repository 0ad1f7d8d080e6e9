import { expect, test } from 'vitest';
import { ContactInputCodec } from '../src/generated/codecs/ContactInput.ts';
import { ErrorCodec } from '../src/generated/codecs/Error.ts';
import { createDispatcher, implementPartial } from '../src/index.ts';
import { basic, headerOf, hooks, messageOf, xmlType } from './fixture.ts';

const dispatch = createDispatcher(implementPartial<string>({ createContactByEmail: () => 1 as never }), {
  ...hooks,
  validateResponses: false,
});

const post = (query: string, body: string, headers: Record<string, string> = {}) =>
  dispatch({
    method: 'POST',
    path: '/contacts/ada@example.com',
    query,
    headers: { authorization: basic, 'content-type': xmlType, ...headers },
    body: Buffer.from(body),
    secure: true,
    url: 'https://mail.test/1.0/contacts/ada@example.com',
  });

const json = 'application/vnd.service.api+json';
test.each([
  [
    '{"emial":"a","standard_fields":{"FRISTNAME":"Ada"}}',
    '"emial";in=body;path="/emial";did-you-mean="email"',
    'the member /emial is not known; did you mean email?',
  ],
  [
    '{"preferences":[{"name":"a","category":"b","value":"c","sorce":"d"},{"name":"b","category":"b","value":"c","sorce":"d"}]}',
    '"sorce";in=body;path="/preferences/0/sorce";did-you-mean="source"',
    'the member /preferences/0/sorce is not known; did you mean source?',
  ],
])('%s is served and named, or refused where the client asks for it', async (body, ignored, message) => {
  const lenient = await post('', body, { 'content-type': json });
  expect([lenient.status, headerOf(lenient, 'ignored-input')]).toEqual([201, ignored]);
  const strict = await post('', body, { 'content-type': json, prefer: 'handling=strict' });
  expect([strict.status, messageOf(strict)]).toEqual([400, message]);
});

const good = ContactInputCodec.encode({} as never);
test.each([
  [
    'permision=3',
    good,
    '"permision";in=query;did-you-mean="permission"',
    'the parameter permision is not known; did you mean permission?',
  ],
  [
    '',
    '<contact><emial>a</emial>\n<emial>b</emial><standard_fields><field><name>CITY</name><value>Ulm</value><nam>x</nam></field></standard_fields><x>"</x></contact>',
    '"emial";in=body;path="/contact/emial";did-you-mean="email", "nam";in=body;path="/contact/standard_fields/field/nam";did-you-mean="name", "x";in=body;path="/contact/x"',
    'the element /contact/emial is not known; did you mean email?; the element /contact/standard_fields/field/nam is not known; did you mean name?; the element /contact/x is not known',
  ],
  [
    'permision=3',
    '<contact><x xmlns="urn:other"/></contact>',
    '"permision";in=query;did-you-mean="permission", "x";in=body;path="/contact/x"',
    'the parameter permision is not known; did you mean permission?',
  ],
  ['utm_campaign=x', good, '"utm_campaign";in=query', 'the parameter utm_campaign is not known'],
])('%s %s is served and named, or refused where the client asks for it', async (query, body, ignored, message) => {
  const lenient = await post(query, body);
  expect([lenient.status, headerOf(lenient, 'ignored-input')]).toEqual([201, ignored]);
  const strict = await post(query, body, { prefer: 'return=minimal, handling=strict' });
  expect([strict.status, messageOf(strict)]).toEqual([400, message]);
});

test('what is known is not named', async () => {
  const answer = await post('permission=1', good, { prefer: 'handling=strict' });
  expect([answer.status, headerOf(answer, 'ignored-input')]).toEqual([201, undefined]);
});

test('an element that is not known is refused with its place, and told once however often it stands there', async () => {
  const body = `<contact>${'<emial/>'.repeat(5000)}${Array.from({ length: 50 }, (_, i) => `\n<x${i}/>`).join('')}</contact>`;
  const lenient = await post('', body);
  expect(headerOf(lenient, 'ignored-input')?.split(', ')).toHaveLength(10);
  const strict = await post('', body, { prefer: 'handling=strict' });
  const { validation_error: faults } = ErrorCodec.decode(strict.body as string);
  expect([strict.status, faults?.length]).toEqual([400, 10]);
  expect(faults?.slice(0, 2)).toEqual([
    { line: 1, column: 16, message: 'the element /contact/emial is not known; did you mean email?' },
    { line: 2, column: 4, message: 'the element /contact/x0 is not known' },
  ]);
});

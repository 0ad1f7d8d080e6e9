import { expect, test } from 'vitest';
import { ContactInputCodec } from '../src/generated/codecs/ContactInput.ts';
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

const good = ContactInputCodec.encode({} as never);
test.each([
  [
    'permision=3',
    good,
    '"permision";in=query;did-you-mean="permission"',
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

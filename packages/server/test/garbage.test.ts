import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deep } from '../../../tools/verify/src/deep.ts';
import * as server from '../src/index.ts';
import type { RawRequest, RawResponse } from '../src/runtime/index.ts';
import { api, basic, handlers, hooks, messageOf } from './fixture.ts';

const failures: unknown[] = [];
const watched = { ...hooks, onError: (error: unknown) => void failures.push(error), validateResponses: false };
const refuse = () => {
  throw server.notFound('Nothing is stored.');
};
const everything = Object.fromEntries(Object.keys(server.operations).map((id) => [id, refuse]));

const interfaces = {
  'a small interface': { api, dispatch: server.createDispatcher(server.implementApi(api, handlers()), watched) },
  'the whole service': {
    api: server.api,
    dispatch: server.createDispatcher(server.implementApi(server.api, everything), watched),
  },
};

/** Texts that are likely to hurt. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    '%',
    '%zz',
    '%ff',
    '%00',
    '__proto__',
    'constructor',
    '0',
    '-1',
    '1e9',
    '9'.repeat(40),
    '7',
    '+',
    '&&=',
    '{}',
    '*/*',
  ),
);
const encoded = nasty.map((text) => encodeURIComponent(text.toWellFormed()));
const part = fc.oneof(nasty, encoded);

const documents = fc.oneof(
  fc.constantFrom(
    '<name>x</name>',
    '<name',
    '{"email":1}',
    '[[[[',
    '"\\ud800"',
    '{"__proto__":1}',
    '<!DOCTYPE a>',
    '<contact/>',
  ),
  fc.json(),
  nasty,
);
const body = fc.option(
  fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    documents.map((text) => Buffer.from(text)),
  ),
  { nil: undefined },
);

function requests(operations: server.OperationTable[]): fc.Arbitrary<RawRequest> {
  const template = fc.constantFrom(...operations).map(({ method, path }) => ({ method, path }));
  const known = fc.tuple(template, fc.array(part, { minLength: 3, maxLength: 3 })).map(([{ method, path }, parts]) => {
    let at = 0;
    return { method, path: path.replace(/\{[^}]+\}/g, () => parts[at++ % parts.length]!) };
  });
  const place = fc.oneof(
    { weight: 6, arbitrary: known },
    { weight: 1, arbitrary: fc.record({ method: nasty, path: nasty.map((text) => `/${text}`) }) },
    { weight: 1, arbitrary: fc.record({ method: nasty, path: nasty }) },
  );
  const names = fc.constantFrom(...new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name))));
  const query = fc.array(
    fc.tuple(fc.oneof(names, part), part).map((pair) => pair.join('=')),
    { maxLength: 6 },
  );
  const types = fc.constantFrom(
    ...new Set(operations.flatMap(({ bodies }) => bodies.map(({ mediaType }) => mediaType))),
    'text/plain',
  );
  const headers = fc.record(
    {
      authorization: fc.oneof({ weight: 20, arbitrary: fc.constant(basic) }, { weight: 1, arbitrary: nasty }),
      accept: fc.oneof(types, nasty),
      'content-type': fc.oneof(types, nasty),
      'x-request-id': nasty,
    },
    { requiredKeys: ['authorization'] },
  );
  const secure = fc.integer({ min: 0, max: 20 }).map((number) => number > 0);
  return fc
    .record({ place, query, headers, body, secure })
    .map(({ place: { method, path }, query: pairs, ...rest }) => ({
      ...rest,
      method,
      path,
      query: pairs.join('&'),
      url: `https://mail.test${path}`,
    }));
}

function judge(request: RawRequest, answer: RawResponse): void {
  expect(failures.splice(0)).toEqual([]);
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expect(messageOf(answer)).not.toBe('');
  for (const [name, value] of answer.headers) expect(`${name}: ${value}`).not.toMatch(/[\r\n\0]/);
  expect(answer.headers.at(-1)?.[0]).toBe('X-Request-Id');
  if (!request.secure) expect(answer.status).toBe(403);
}

test.each(Object.entries(interfaces))(
  '%s answers any garbage with an error document, never with 5xx',
  async (_name, { api, dispatch }) => {
    await fc.assert(
      fc.asyncProperty(requests(Object.values(api.operations)), async (request) => {
        judge(request, await dispatch(request));
      }),
      { numRuns: deep ? 10_000 : 1000 },
    );
  },
);

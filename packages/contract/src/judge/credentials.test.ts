import type { ApiModel } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { challenges } from './credentials.ts';

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  token: { type: 'http', scheme: 'bearer' },
  login: { type: 'oauth2' },
  password: { type: 'http', scheme: 'basic', 'x-challenge': 'Basic realm="shop"' },
  silent: { type: 'http', scheme: 'digest', 'x-challenge': '' },
};
const model = { document: { components: { securitySchemes } }, security: [{ token: [] }] } as unknown as ApiModel;

test.each<[string[] | undefined, string]>([
  [undefined, 'Bearer realm="mock"'],
  [['key'], 'ApiKey realm="mock"'],
  [['password', 'token'], 'Basic realm="shop", Bearer realm="mock"'],
  [['token', 'login'], 'Bearer realm="mock"'],
  [['silent'], 'Basic realm="mock"'],
])('a refusal for %j asks for %s', (names, wanted) => {
  const security = names?.map((name) => ({ [name]: [] }));
  expect(challenges(model, security ? { security } : {})).toBe(wanted);
});

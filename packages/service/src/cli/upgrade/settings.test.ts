import { expect, test } from 'vitest';
import { accountOption, serveOptions } from '../options.ts';
import { checkSettings } from './settings.ts';

const options = [...serveOptions(), accountOption()];

test.each<[variables: Record<string, string>, findings: string[]]>([
  [{ HOME: '/root' }, ['ok environment: No setting is in the environment.']],
  [
    { MAILWRIGHT_PORT: '443', MAILWRIGHT_EMPTY: 'true', MAILWRIGHT_SECRETS_KEY: 'a', MAILWRIGHT_RELAY_SHOP: 'b' },
    ['ok environment: This version takes the 3 settings.'],
  ],
  [
    { MAILWRIGHT_PUBLIC_URL: 'https://news.example.com/mail' },
    ['error MAILWRIGHT_PUBLIC_URL: This version refuses its value. It must be a host and a port only'],
  ],
  [
    { MAILWRIGHT_LOG: 'xml' },
    ['error MAILWRIGHT_LOG: This version refuses its value. Allowed choices are text, json.'],
  ],
  [
    { MAILWRIGHT_BOUNCE_DOMAINS: 'b.example.com', MAILWRIGHT_PORT: '443' },
    ['error MAILWRIGHT_BOUNCE_DOMAINS: This version has no such setting; did you mean MAILWRIGHT_BOUNCE_DOMAIN?'],
  ],
  [{ MAILWRIGHT_XQZ: 'a' }, ['error MAILWRIGHT_XQZ: This version has no such setting']],
])('%j', (variables, wanted) => {
  const told = checkSettings(variables, options).map(
    ({ state, subject, message }) => `${state} ${subject}: ${message}`,
  );
  expect(told).toEqual(wanted.map((text) => expect.stringContaining(text)));
});

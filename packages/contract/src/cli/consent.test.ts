import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askConsent, isLoopback } from './consent.ts';

test.each([
  ['https://localhost:8443/1.0', true],
  ['http://LOCALHOST', true],
  ['http://pets.localhost/', true],
  ['https://127.0.0.1', true],
  ['https://127.9.8.7:1/x', true],
  ['http://[::1]:8080/', true],
  ['https://api.example.com/1.0', false],
  ['https://localhost.example.com', false],
  ['https://127.0.0.1.example.com', false],
  ['https://notlocalhost', false],
  ['http://10.0.0.1', false],
  ['http://0.0.0.0', false],
  ['http://[2001:db8::1]', false],
])('%s: %s', (url, loopback) => {
  expect(isLoopback(url)).toBe(loopback);
});

async function asked(answer: string | undefined): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const streams = [Object.assign(input, { isTTY: answer !== undefined }), output] as unknown as [
    NodeJS.ReadStream,
    NodeJS.WriteStream,
  ];
  const asking = askConsent('https://api.example.com', ...streams).catch((error: Error) => error.message);
  input.write(`${answer}\n`);
  const fault = (await asking) ?? 'went on';
  return `${fault} ${output.read() ?? ''}`;
}

test('nobody to ask', async () => {
  expect(await asked(undefined)).toMatch(/^https:\/\/api\.example\.com is not on this machine, and verify .* --yes/);
});

test.each([
  ['yes', /^went on .*creates, changes and deletes data there\.\nType "yes" to go on/s],
  ['y', /^Nothing was sent/],
  ['', /^Nothing was sent/],
])('the answer "%s"', async (answer, outcome) => {
  expect(await asked(answer)).toMatch(outcome);
});

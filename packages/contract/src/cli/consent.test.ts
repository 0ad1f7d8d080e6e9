import { PassThrough } from 'node:stream';
import type { Operation } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { askConsent, consequences } from './consent.ts';

const operations = (...all: string[]) =>
  all.map((each) => ({ method: each.split(' ')[0], id: each.split(' ')[1] })) as Operation[];

test.each<[string[], string | undefined]>([
  [['GET a', 'HEAD b'], undefined],
  [['GET a', 'POST b'], 'verify calls 1 operations of https://x that change data. None of them delete data.'],
  [
    ['PUT a', 'DELETE b', 'DELETE c', 'DELETE d', 'DELETE e', 'DELETE f'],
    'verify calls 6 operations of https://x that change data. 5 of them delete data: b, c, d, e and 1 more.',
  ],
])('%j', (all, wanted) => {
  const text = consequences(operations(...all), 'https://x');
  expect(text).toBe(wanted && `${wanted} Data of the account may be lost.`);
});

async function asked(answer: string | undefined): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const streams = [Object.assign(input, { isTTY: answer !== undefined }), output] as unknown as [
    NodeJS.ReadStream,
    NodeJS.WriteStream,
  ];
  const asking = askConsent('Data may be lost.', ...streams).catch((error: Error) => error.message);
  input.write(`${answer}\n`);
  const fault = (await asking) ?? 'went on';
  return `${fault} ${output.read() ?? ''}`;
}

test('nobody to ask', async () => {
  expect(await asked(undefined)).toMatch(/^Data may be lost\. To confirm, run the command with --yes/);
});

test.each([
  ['yes', /^went on .*Data may be lost\.\nType "yes" to continue/s],
  ['y', /^Nothing was sent/],
  ['', /^Nothing was sent/],
])('the answer "%s"', async (answer, outcome) => {
  expect(await asked(answer)).toMatch(outcome);
});

import type { Operation } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import type { Call } from '../calls/caller.ts';
import type { Situations } from '../calls/situations.ts';
import type { Contract } from '../contract/contract.ts';
import type { Finding } from '../judge/finding.ts';
import type { TestCase } from '../test-cases/test-case.ts';
import { attempt } from './attempt.ts';
import type { VerifyOptions } from './options.ts';

const responses = [200, 429].map((status) => ({ status, contents: [], headers: [] }));
const operation = { id: 'refresh', method: 'POST', path: '/refresh', responses, bodies: [] } as unknown as Operation;
const testCase: TestCase = {
  operation: { ...operation, parameters: [] },
  about: 'busy',
  declared: true,
  wants: [429],
  kind: 'semantic',
  given: ['filter'],
  input: {},
  together: 2,
};
const options = {
  contract: { model: { document: {} } } as Contract,
  target: { baseUrl: 'https://a', credentials: [], query: [], limited: [] },
  preconditions: { situations: new Map([['filter', {}]]), operations: new Map(), parameters: new Map() },
} as unknown as VerifyOptions;

test.each<[string, number[], number, string[]]>([
  ['in the first round', [429, 200], 2, []],
  ['in the second round, with what the first one took made anew', [200, 200, 200, 429], 4, []],
  ['all of them', [429, 429], 2, []],
  ['another refusal on the way', [500, 429], 2, ['Wanted 429 or 200, got 500']],
  ['never', [200], 7, ['Wanted 429, got 200']],
  ['not there yet', [501, 501], 2, []],
])('one of two at once is refused: %s', async (_, statuses, wanted, messages) => {
  const findings: Finding[] = [];
  let sent = 0;
  const call: Call = async (_operation, _about, request, { expect: expectation = () => [] } = {}) => {
    const status = statuses[sent++] ?? 200;
    findings.push(...expectation(status, { status, headers: [], body: new Uint8Array() }));
    return { exchange: { request, response: { status, headers: [], body: new Uint8Array() } }, findings: [] };
  };
  let made = 0;
  let forgotten = 1;
  const situations = {
    bringAbout: async () => {
      made += forgotten;
      forgotten = 0;
      return {};
    },
    forget: () => {
      forgotten = 1;
    },
  } as unknown as Situations;

  // No time at all is enough for three rounds.
  const status = await attempt(testCase, options, call, situations, { giveUpAfter: 0, giveUpAfterRounds: 3 });
  expect([status, sent]).toEqual([statuses.find((each) => each !== 200 && each !== 500) ?? 200, wanted]);
  expect(made).toBe(Math.ceil(wanted / 2));
  expect(findings.map(({ message }) => message)).toEqual(messages);
});

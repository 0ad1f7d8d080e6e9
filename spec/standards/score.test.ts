import { expect, test } from 'vitest';
import { faultsOf, scoreLine } from './score.ts';

const whole = {
  documentationQuality: 1,
  exampleCoverage: 1,
  errorClarity: 1,
  identifierClarity: 1,
  schemaSimplicity: 0.5,
};
const score = (agentReadiness: number, subscores: Record<string, number>) => ({
  agentReadiness,
  subscores,
  operationScores: { createMailing: { subscores } },
});

test.each<[about: string, given: ReturnType<typeof score>, wanted: string[]]>([
  ['words and examples are complete', score(90.1, whole), []],
  [
    'an operation without an example',
    score(90.1, { ...whole, exampleCoverage: 0.5 }),
    ['createMailing: exampleCoverage is 0.5, not 1'],
  ],
  ['a lower score', score(89.4, whole), ['the score is 89.4, not 89.5']],
])('%s', (_about, given, wanted) => {
  expect(faultsOf(given)).toEqual(wanted);
});

test('a score is a line', () => {
  expect(scoreLine(score(90.1, { exampleCoverage: 1, schemaSimplicity: 0.573 }))).toBe(
    '90.1 of 100: exampleCoverage 100 %, schemaSimplicity 57 %',
  );
});

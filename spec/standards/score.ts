import { execFileSync } from 'node:child_process';

/** What `redocly score` says, as far as it is judged. */
export interface Score {
  agentReadiness: number;
  /** From 0 to 1. */
  subscores: Record<string, number>;
  operationScores: Record<string, { subscores: Record<string, number> }>;
}

/** What words and examples can reach; the other parts depend on how many operations, parameters and schemas an API has. */
const WORDS = ['documentationQuality', 'exampleCoverage', 'errorClarity', 'identifierClarity'];

/** Each further operation and schema costs some hundredths, whatever its words and examples are. */
const LEAST = 89.5;

/** Scores a description in a file. */
export function readScore(file: string): Score {
  const output = execFileSync('redocly', ['score', file, '--format', 'json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
}

/** Returns what is wrong with a score: operations whose words or examples are not complete, or a lower score than before. */
export function faultsOf({ agentReadiness, operationScores }: Score): string[] {
  const incomplete = Object.entries(operationScores).flatMap(([id, { subscores }]) =>
    WORDS.filter((name) => subscores[name]! < 1).map((name) => `${id}: ${name} is ${subscores[name]}, not 1`),
  );
  return agentReadiness < LEAST ? [...incomplete, `the score is ${agentReadiness}, not ${LEAST}`] : incomplete;
}

/** Returns a score in a line: `90.1 of 100: parameterSimplicity 73 %, …`. */
export function scoreLine({ agentReadiness, subscores }: Score): string {
  const parts = Object.entries(subscores).map(([name, value]) => `${name} ${Math.round(value * 100)} %`);
  return `${agentReadiness} of 100: ${parts.join(', ')}`;
}

import type { Client } from '@mailwright/client';
import type { Say } from '../../words.ts';

type Progress = Awaited<ReturnType<ReturnType<Client['marketingAutomation']['getProgress']>['orThrow']>>;
export type VersionProgress = Progress['versions'][number];
export type Run = Awaited<
  ReturnType<ReturnType<Client['marketingAutomation']['listRuns']>['orThrow']>
>['items'][number];

/** What has become of contacts at a step, each number that is not 0 with its word. */
export function stepNumbers(say: Say, version: VersionProgress | undefined, index: number): string[] {
  const step = version?.steps[index];
  const waiting = version?.contacts[index] ?? 0;
  if (step === undefined) return [];
  const idle = step.idle.reduce((sum, { contacts }) => sum + contacts, 0);
  return [
    waiting > 0 && say('Waiting: {count, number}', { count: waiting }),
    step.taken > 0 && say('Passed: {count, number}', { count: step.taken }),
    step.left > 0 && say('Left: {count, number}', { count: step.left }),
    idle > 0 && say('Did nothing: {count, number}', { count: idle }),
  ].filter((line) => line !== false);
}

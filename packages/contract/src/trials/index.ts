import type { Operation } from '@mailwright/codegen/description';
import { brokenTrials } from './broken.ts';
import { type Abilities, frameTrials } from './frame.ts';
import { goodTrials } from './good.ts';
import { groundOf, type Sources } from './ground.ts';
import { meaningTrials } from './meaning.ts';
import type { Trial } from './trial.ts';

/** All that is tried on an operation, the good requests first. */
export async function trialsOf(operation: Operation, sources: Sources, abilities: Abilities): Promise<Trial[]> {
  const ground = await groundOf(operation, sources);
  return [
    ...goodTrials(ground),
    ...meaningTrials(ground),
    ...brokenTrials(sources.contract, ground),
    ...frameTrials(ground, abilities),
  ];
}

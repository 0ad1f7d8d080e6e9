import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { brokenTrials } from './broken.ts';
import { type Abilities, frameTrials } from './frame.ts';
import { goodTrials } from './good.ts';
import { type Ground, groundOf, type Sources } from './ground.ts';
import { meaningTrials } from './meaning.ts';
import { documentedStatuses, type Trial } from './trial.ts';

/** A mock holds nothing: there each status is asked for. */
function preferTrials(contract: Contract, ground: Ground, abilities: Abilities): Trial[] {
  const { operation, given, input } = ground;
  const asked = documentedStatuses(operation).map((status): Trial => {
    const about = `asked for ${status}`;
    return { operation, about, wants: [status], kind: 'meaning', given, input, wire: { prefer: status } };
  });
  const frame = frameTrials(ground, abilities).filter(({ wire }) => wire?.credentials !== 'wrong');
  return [...goodTrials(ground), ...asked, ...brokenTrials(contract, ground), ...frame];
}

/** All that is tried on an operation, the good requests first. */
export async function trialsOf(operation: Operation, sources: Sources, abilities: Abilities): Promise<Trial[]> {
  const ground = await groundOf(operation, sources);
  if (abilities.prefer) return preferTrials(sources.contract, ground, abilities);
  return [
    ...goodTrials(ground),
    ...meaningTrials(ground),
    ...brokenTrials(sources.contract, ground),
    ...frameTrials(ground, abilities),
  ];
}

import { conflict, notFound } from '@mailwright/server';
import type { Mailing } from '../../mailings/index.ts';
import { experiments } from '../../sending/index.ts';
import type { Context } from '../context.ts';

/** An experiment with its variants and their mailings, all of them locked, in the order of the variants. */
export interface LockedExperiment {
  experiment: experiments.StoredExperiment;
  variants: readonly experiments.StoredVariant[];
  mailings: readonly Mailing[];
}

/** The experiment with this id, or 404 with the id in its message. */
export async function requireExperiment({ db, accountId }: Context, id: number): Promise<experiments.StoredExperiment> {
  const experiment = await experiments.findExperiment(db, accountId, id);
  if (experiment === undefined) throw notFound('Experiment', id);
  return experiment;
}

/** As `requireExperiment`, with all of it locked. */
export async function lockWhole({ db, accountId }: Context, id: number): Promise<LockedExperiment> {
  const experiment = await experiments.lockExperiment(db, accountId, id);
  if (experiment === undefined) throw notFound('Experiment', id);
  const variants = (await experiments.variantsOf(db, accountId, [id])).get(id) ?? [];
  const mailings = await experiments.lockVariants(
    db,
    accountId,
    variants.map(({ mailing_id }) => mailing_id),
  );
  return { experiment, variants, mailings };
}

/** @throws ApiError 409 if an experiment is in another state than those in which something can be done */
export function requireState(
  { id, state }: experiments.StoredExperiment,
  done: string,
  states: readonly experiments.StoredExperiment['state'][],
): void {
  if (!states.includes(state))
    throw conflict(
      `Experiment with id ${id} is ${state} and cannot be ${done}; its state must be ${states.join(' or ')}.`,
    );
}

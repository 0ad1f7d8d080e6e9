import { badRequest, conflict } from '@mailwright/server/runtime';
import type { Mailing } from '../../mailings/index.ts';

/** Settings by which the contacts of a mailing are found: with others, parts of one target group would not be comparable. */
const ofAudience = [
  'target_group_id',
  'targetgroup_update',
  'ignore_permission',
] as const satisfies readonly (keyof Mailing)[];

/** A mailing, and the ids of its mailing blacklists. */
export type VariantCandidate = Pick<
  Mailing,
  'id' | 'type' | 'state' | 'contacts_limit' | (typeof ofAudience)[number]
> & {
  blacklists: readonly number[];
};

/** No limit of contacts. */
const unlimited = 2_147_483_647;

/**
 * Refuses mailings that cannot be variants of one experiment.
 * @throws ApiError 400 if they never can be; 409 if the state of one is in the way
 */
export function requireVariants(mailings: readonly VariantCandidate[]): void {
  const [first] = mailings as readonly [VariantCandidate, ...VariantCandidate[]];
  for (const { id, type, state, target_group_id, contacts_limit, blacklists, ...others } of mailings) {
    if (type !== 'regular')
      throw badRequest(`Mailing with id ${id} is a ${type} mailing; variants of an experiment must be regular ones.`);
    if (state !== 'draft')
      throw conflict(
        `Mailing with id ${id} is ${state} and cannot be a variant of an experiment; its state must be draft.`,
      );
    if (target_group_id === null)
      throw badRequest(`Mailing with id ${id} has no target group; variants of an experiment must have one.`);
    if (contacts_limit !== unlimited)
      throw badRequest(`Mailing with id ${id} has a limit of contacts; variants of an experiment must have none.`);
    const mine = { ...others, target_group_id };
    if (
      ofAudience.some((setting) => mine[setting] !== first[setting]) ||
      String(blacklists) !== String(first.blacklists)
    )
      throw badRequest(
        `Mailing with id ${id} goes to other contacts than mailing ${first.id}; variants of an experiment must have the same target group, settings of it and mailing blacklists.`,
      );
  }
}

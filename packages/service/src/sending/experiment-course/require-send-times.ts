import { badRequest } from '@mailwright/server/runtime';
import type { NewExperiment } from '../experiments/store.ts';

const hoursOfDay = 24;

/** Criteria that also count what contacts would have done without a mail, which depends on the hour. */
const withoutMail: readonly NewExperiment['criterion'][] = ['conversions', 'revenue'];

/**
 * Refuses times of day that would not make a fair experiment: people buy more in the evening also without a mail, so whole days are
 * compared.
 * @param sendTimes `HH:MM` in the order of the variants
 * @throws ApiError 400 with the violated rule
 */
export function requireSendTimes(
  sendTimes: readonly string[],
  variants: number,
  { criterion, hours }: Pick<NewExperiment, 'criterion' | 'hours'>,
): void {
  if (sendTimes.length !== variants)
    throw badRequest(
      `send_times must have one time for each of mailing_ids but has ${sendTimes.length} for ${variants} mailings.`,
    );
  if (withoutMail.includes(criterion) && new Set(sendTimes).size > 1 && hours % hoursOfDay !== 0)
    throw badRequest(
      `hours must be a multiple of 24 to compare ${criterion} of variants that are sent at different times of day but was ${hours}.`,
    );
}

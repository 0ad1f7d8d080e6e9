import { badRequest } from '@mailwright/server';
import { findContent, type Mailing, missingParts } from '../../mailings/index.ts';
import { tagFaults } from '../../quality/index.ts';
import type { Context } from '../context.ts';

/** 400 when a mailing lacks something, or, unless its checks are switched off, has tags that nothing can be filled in for. */
export async function requireReady({ db, account }: Context, mailing: Mailing): Promise<void> {
  const missing = missingParts(mailing, await findContent(db, mailing));
  if (missing.length > 0) {
    throw badRequest(`Mailing with id ${mailing.id} is not ready to be sent; missing: ${missing.join(', ')}.`);
  }
  const faults = mailing.qos_checks ? await tagFaults(db, account, mailing) : [];
  if (faults.length === 0) return;
  const told = faults.slice(0, 10).map(({ message, location }) => `${location}: ${message}`);
  throw badRequest(`Mailing with id ${mailing.id} is not ready to be sent. ${told.join(' ')}`);
}

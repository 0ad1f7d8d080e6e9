import { badRequest, type Handlers, reply, type SynchronizationReport } from '@mailwright/server';
import { type SyncResult, synchronize } from '../../people/index.ts';
import type { Context } from '../context.ts';

/** Creating and changing many contacts in one call. */
export const contactSyncHandlers = {
  async synchronizeContacts(input, { db, accountId }) {
    if (input.use_external_id && input.prefer_service_id) {
      throw badRequest('use_external_id and prefer_service_id must not both be true');
    }
    const result = await synchronize(db, accountId, input.body, {
      knownBy: input.use_external_id ? 'external id' : input.prefer_service_id ? 'service id' : 'email',
      permission: input.permission,
      overwrite: input.sync_mode === 1,
      overridePermission: input.override_permission,
      reimportUnsubscribed: input.reimport_unsubscribed_contacts,
      updateOnly: input.update_only,
      ignoreInvalid: input.ignore_invalid_contacts,
    });
    const report = reportOf(result, input.body.length);
    if (report.success) return report;
    const { count_invalid_contacts: invalid, count_contacts: all } = report;
    const message = `Nothing was stored, because ${invalid} of ${all} contacts are invalid: see the report, or set ignore_invalid_contacts to store the others.`;
    return reply(400, { message, report });
  },
} satisfies Partial<Handlers<Context>>;

function reportOf(
  { success, created, existing, unsubscribed, invalid }: SyncResult,
  all: number,
): SynchronizationReport {
  return {
    success,
    count_contacts: all,
    count_new_contacts: created,
    count_existing_contacts: existing,
    count_unsubscribed_contacts: unsubscribed,
    count_invalid_contacts: invalid.length,
    invalid_contacts: invalid.map(({ contact, fault }) => ({
      email: contact.email ?? null,
      external_id: contact.external_id ?? null,
      error: fault,
    })),
  };
}

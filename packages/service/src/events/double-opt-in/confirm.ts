import { type Contact, confirmContact, findContacts, lockContacts, recordSubscriptions } from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { publish } from '../../platform/events/publish.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import { startProgramsBySystemEvent } from '../automation/start-by-event.ts';
import { startSystemTriggers } from '../triggers/start-system.ts';
import { findRequest, markConfirmed, replaceRequests } from './requests.ts';
import { confirmedPermission, type RequestState, requestState } from './rules.ts';

declare module '../../platform/events/publish.ts' {
  interface EventData {
    doi: { contact_id: number; mailing_id?: number | undefined; permission: number };
  }
}

declare module '../../platform/hooks/hooks.ts' {
  interface Hooks {
    /** Gives a contact what it has entered into a form, if the request that it confirms comes from one. */
    applySignUp(db: Db, contact: Contact, requestId: number): Promise<void>;
  }
}

/** Network and user agent of a confirmation. */
export interface Evidence {
  /** Without its last part. */
  ip: string | null;
  userAgent: string | null;
}

export interface Found {
  standing: Exclude<RequestState, 'dead'>;
  accountId: number;
  mailingId: number | null;
  email: string;
}

/** Returns the state of a link without following it, or `undefined` if it is unknown or expired. */
export async function lookUp(db: Db, tokenHash: Uint8Array): Promise<Found | undefined> {
  return (await find(db, tokenHash))?.found;
}

/**
 * Uses a link: its contact gets the permission that was asked for and is subscribed again; a block stays. Done once, and
 * without effect after that. Tells what the link was before: `open` when this has confirmed.
 */
export async function confirm(db: Db, tokenHash: Uint8Array, evidence: Evidence): Promise<Found | undefined> {
  return retrying(() =>
    db.transaction().execute(async (transaction) => {
      const known = await findRequest(transaction, tokenHash);
      if (known === undefined) return undefined;
      // Who asks once more takes this lock too: the request is not replaced while it is confirmed.
      await lockContacts(transaction, known.account_id, { id: known.contact_id });
      const { request, contact, found } = (await find(transaction, tokenHash)) ?? {};
      if (request === undefined || contact === undefined || found?.standing !== 'open') return found;
      await markConfirmed(transaction, request, evidence);
      await replaceRequests(transaction, request.account_id, [contact.id]);
      await hooksOf(transaction).applySignUp(transaction, contact, request.id);
      const permission = confirmedPermission(contact.permission, request.permission);
      await confirmContact(transaction, contact, permission);
      const { account_id, mailing_id: mailingId } = request;
      await recordSubscriptions(transaction, account_id, [contact.id], { mailingId, ip: evidence.ip });
      await startSystemTriggers(transaction, account_id, 'DOI_CONFIRMED', {
        contactId: contact.id,
        requestId: request.id,
      });
      await startProgramsBySystemEvent(transaction, account_id, 'DOI_CONFIRMED', contact.id);
      await publish(transaction, account_id, [
        { type: 'doi', contact_id: contact.id, mailing_id: mailingId ?? undefined, permission },
      ]);
      return found;
    }),
  );
}

async function find(db: Db, tokenHash: Uint8Array) {
  const request = await findRequest(db, tokenHash);
  if (request === undefined) return undefined;
  const [contact] = await findContacts(db, request.account_id, { id: request.contact_id });
  if (contact === undefined) return undefined;
  const standing = requestState(request, contact);
  if (standing === 'dead') return undefined;
  const { account_id: accountId, mailing_id: mailingId } = request;
  const found: Found = { standing, accountId, mailingId, email: contact.email! };
  return { request, contact, found };
}

import { randomUUID } from 'node:crypto';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of a transaction for clients, which is the occasion of the mails that it causes. */
export const newTransactionKey = (): string => randomUUID();

/** The transaction that is the occasion of a mail; null when it is something else, or none. */
export function transactionOfOccasion(occasion: string | null): string | null {
  return occasion !== null && uuid.test(occasion) ? occasion : null;
}

import type { Permission } from '../../people/index.ts';

/** Mails with links that go to an address within a day. */
export const maxRequestsPerDay = 3;

/** Days in which a link confirms. */
export const validDays = 14;

/** Days after which a request that nobody answered is forgotten, its address and its dead link with it. */
export const keptDays = 2 * validDays;

/**
 * Reports whether there is something to ask for: nothing for those who have it, or more, already. Sign-ups by a form always
 * ask: their values are confirmed too, and nobody learns from a missing mail who is known.
 */
export function isWorthAsking(has: Permission, wanted: 4 | 5, byForm = false): boolean {
  if (byForm) return true;
  return wanted === 5 ? has !== 5 : has !== 4 && has !== 5;
}

/** The permission after a confirmation: the one asked for, unless the contact has got more in the meantime. */
export function confirmedPermission(has: Permission, wanted: 4 | 5): 4 | 5 {
  return has === 5 ? 5 : wanted;
}

interface Answerable {
  /** Address to which the mail was sent. */
  email_folded: string;
  replaced_at: Date | null;
  confirmed_at: Date | null;
  /** Older than a link lives. */
  expired: boolean;
}

/** State of a link: it can confirm, has already confirmed, or has expired. */
export type RequestState = 'open' | 'confirmed' | 'dead';

/**
 * A link is valid for one request and one address. It expires with time, with a newer request of a program, when another link of the
 * contact was used, and when the contact's address changes.
 */
export function requestState(request: Answerable, contact: { email_folded: string | null }): RequestState {
  if (contact.email_folded !== request.email_folded) return 'dead';
  if (request.confirmed_at !== null) return 'confirmed';
  return request.replaced_at !== null || request.expired ? 'dead' : 'open';
}

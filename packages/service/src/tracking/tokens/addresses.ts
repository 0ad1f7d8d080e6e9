import type { TrackingStrategy } from '../tables.ts';
import { type Bearer, newAlias, type Purpose, type TokenRecipient, type TrackingKey, writeToken } from './token.ts';

/** How a mailing follows what its recipients do. */

/** The permission doi+ (5), which includes that a single person is followed. */
const singlePersonTracking = 5;

/**
 * Whom openings and clicks of a delivery are written down for; undefined when nothing is. An alias is new each time and
 * stands nowhere but in the mail, so a mail must be given one for all of its addresses.
 */
export function bearerOf(
  strategy: TrackingStrategy,
  permission: number,
  recipient: TokenRecipient,
): Bearer | undefined {
  switch (strategy) {
    case 'none':
      return undefined;
    case 'anonymous':
      return { alias: newAlias() };
    case 'single-recipient':
      return recipient;
    case 'highest-permission':
      return permission === singlePersonTracking ? recipient : { alias: newAlias() };
  }
}

/** Data from which the addresses in a mailing's mails are made. */
export interface AddressMaker {
  /** Without a slash at its end. */
  publicUrl: string;
  key: TrackingKey;
  mailingId: number;
}

const paths = { pixel: 'o', unsubscribe: 'u', online: 'v', profile: 'p' };

/** Addresses in which openings and clicks are counted for a bearer. */
export function trackedAddresses(maker: AddressMaker, bearer: Bearer) {
  return {
    /** For the link of this id. */
    link: (id: number) => `${maker.publicUrl}/c/${token(maker, { link: id }, bearer)}`,
    pixel: () => `${maker.publicUrl}/${paths.pixel}/${token(maker, 'pixel', bearer)}.gif`,
  };
}

/**
 * Addresses of the recipient's own pages, the values of the tags `LINK|UNSUBSCRIBE`, `LINK|ONLINE` and `LINK|PROFILE`.
 * In test and approval mails, whose recipient is 0, the pages show what they are for, and do nothing.
 */
export function personalPages(maker: AddressMaker, recipient: TokenRecipient) {
  const page = (purpose: 'unsubscribe' | 'online' | 'profile') =>
    `${maker.publicUrl}/${paths[purpose]}/${token(maker, purpose, recipient)}`;
  return {
    /** Also the one of the header List-Unsubscribe (RFC 8058). */
    unsubscribe: () => page('unsubscribe'),
    online: () => page('online'),
    profile: () => page('profile'),
  };
}

const token = ({ key, mailingId }: AddressMaker, purpose: Purpose, bearer: Bearer) =>
  writeToken(key, { mailingId, purpose, bearer });

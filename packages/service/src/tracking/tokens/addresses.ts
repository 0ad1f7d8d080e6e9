import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TrackingStrategy } from '../tables.ts';
import { mailTokens } from './mail-keys.ts';
import { type Bearer, newAlias, type TokenRecipient, type TrackingKey, writeToken } from './token.ts';

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

/** The condition by which `bearerOf` records the contact itself; of a strategy and of columns of `contact`. */
export const recordsContact = (
  strategy: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql`(${strategy} = 'single-recipient'
  or ${strategy} = 'highest-permission' and contact.permission = ${singlePersonTracking})`;

/** Data from which the addresses in a mailing's mails are made. */
export interface AddressMaker {
  /** Without a slash at its end. */
  publicUrl: string;
  key: TrackingKey;
  mailingId: number;
}

const paths = { pixel: 'o', unsubscribe: 'u', online: 'v', profile: 'p' };

/** Addresses in which openings and clicks are counted for a bearer. */
export function trackedAddresses({ publicUrl, key, mailingId }: AddressMaker, bearer: Bearer) {
  const tokens = mailTokens(key, { mailingId, bearer });
  let made: { ids: readonly number[]; tokens: string[] } | undefined;
  return {
    /**
     * For a link out of a list, of which all are made together.
     * @param ids of the links, in a list that is the same object for all mails
     */
    link(ids: readonly number[], at: number): string {
      if (made?.ids !== ids) made = { ids, tokens: tokens.links(ids) };
      return `${publicUrl}/c/${made.tokens[at]!}`;
    },
    pixel: () => `${publicUrl}/${paths.pixel}/${tokens.pixel()}.gif`,
  };
}

/**
 * Addresses of the recipient's own pages, the values of the tags `LINK|UNSUBSCRIBE`, `LINK|ONLINE` and `LINK|PROFILE`.
 * In test and approval mails, whose recipient is 0, the pages show what they are for, and do nothing.
 */
export function personalPages(maker: AddressMaker, recipient: TokenRecipient) {
  const page = (purpose: 'unsubscribe' | 'online' | 'profile') =>
    `${maker.publicUrl}/${paths[purpose]}/${writeToken(maker.key, { mailingId: maker.mailingId, purpose, bearer: recipient })}`;
  return {
    /** Also the one of the header List-Unsubscribe (RFC 8058). */
    unsubscribe: () => page('unsubscribe'),
    online: () => page('online'),
    profile: () => page('profile'),
  };
}

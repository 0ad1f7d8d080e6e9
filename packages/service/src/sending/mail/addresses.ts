import type { Mailing } from '../../mailings/index.ts';
import {
  bearerOf,
  personalPages,
  type signingKey,
  type TokenRecipient,
  trackedAddresses,
} from '../../tracking/index.ts';
import type { Recipient, TrackedAddresses } from './recipient.ts';

/** Settings from which addresses in mails are built. */
export interface AddressContext {
  /** Without a slash at its end. */
  publicUrl: string;
  key: Awaited<ReturnType<typeof signingKey>>;
  mailing: Pick<Mailing, 'id' | 'archive_token' | 'tracking_strategy'>;
}

/** Returns the addresses of a recipient's pages, which are the values of the tags `LINK|…`. The pages of a test mail do nothing. */
export function pagesOf({ publicUrl, key, mailing }: AddressContext, recipient: TokenRecipient): Recipient['pages'] {
  const { unsubscribe, online, profile } = personalPages({ publicUrl, key, mailingId: mailing.id }, recipient);
  const archive = () => `${publicUrl}/archive/${mailing.archive_token}`;
  return { UNSUBSCRIBE: unsubscribe, ONLINE: online, PROFILE: profile, ARCHIVE: archive };
}

/** Returns the addresses in which openings and clicks are counted, or `undefined` if the tracking strategy counts none. */
export function trackedOf(
  { publicUrl, key, mailing }: AddressContext,
  permission: number,
  recipient: TokenRecipient,
): TrackedAddresses | undefined {
  const bearer = bearerOf(mailing.tracking_strategy, permission, recipient);
  if (bearer === undefined) return undefined;
  return { ...trackedAddresses({ publicUrl, key, mailingId: mailing.id }, bearer), anonymous: 'alias' in bearer };
}

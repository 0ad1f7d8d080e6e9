import type { Mailing } from '../../mailings/index.ts';
import { bearerOf, personalPages, type signingKey, trackedAddresses } from '../../tracking/index.ts';
import type { Recipient, TrackedAddresses } from './recipient.ts';

/** Settings from which addresses in mails are built. */
export interface AddressContext {
  /** Without a slash at its end. */
  publicUrl: string;
  key: Awaited<ReturnType<typeof signingKey>>;
  mailing: Pick<Mailing, 'id' | 'archive_token' | 'tracking_strategy'>;
}

/** Which mail it is for, and whom: the delivery is 0 in test and approval mails, whose pages do nothing. */
interface Bearing {
  delivery: number;
  contactId: number;
}

/** The pages of one recipient, the values of the tags `LINK|…`. */
export function pagesOf({ publicUrl, key, mailing }: AddressContext, recipient: Bearing): Recipient['pages'] {
  const { unsubscribe, online, profile } = personalPages({ publicUrl, key, mailingId: mailing.id }, recipient);
  const archive = () => `${publicUrl}/archive/${mailing.archive_token}`;
  return { UNSUBSCRIBE: unsubscribe, ONLINE: online, PROFILE: profile, ARCHIVE: archive };
}

/** The addresses in which openings and clicks are counted; undefined when the mailing's tracking strategy counts none. */
export function trackedOf(
  { publicUrl, key, mailing }: AddressContext,
  permission: number,
  recipient: Bearing,
): TrackedAddresses | undefined {
  const bearer = bearerOf(mailing.tracking_strategy, permission, recipient);
  if (bearer === undefined) return undefined;
  return { ...trackedAddresses({ publicUrl, key, mailingId: mailing.id }, bearer), anonymous: 'alias' in bearer };
}

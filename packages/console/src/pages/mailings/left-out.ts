import type { LeftOutContacts } from '@mailwright/client';
import { type Say, type Words, words } from '../../words.ts';

/** Why contacts of a segment do not get a mailing, with their number. */
const leftOut: Record<LeftOutContacts['reason'], Words> = {
  no_address: words('{count, number} without an address'),
  blacklist: words('{count, number} on a block list'),
  held: words('{count, number} whose mailbox does not answer'),
  blocked: words('{count, number} blocked'),
  unsubscribed: words('{count, number} unsubscribed'),
  permission: words('{count, number} without consent'),
  paused: words('{count, number} who take a break'),
  frequency: words('{count, number} who want fewer newsletters'),
  pressure: words('{count, number} who got enough newsletters lately'),
  resting: words('{count, number} who rest because they do not respond'),
  not_reached: words('{count, number} whom the first mailing did not reach'),
  responded: words('{count, number} who responded to the first mailing'),
  mailing_blacklist: words('{count, number} left out of this mailing by name'),
  contacts_limit: words('{count, number} above the limit of this mailing'),
};

/** Says who is left out, for a sentence or a list. */
export const sayLeftOut = (say: Say, contacts: readonly LeftOutContacts[]): string[] =>
  contacts.map(({ reason, contacts: count }) => say(leftOut[reason], { count }));

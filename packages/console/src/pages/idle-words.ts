import type { Client } from '@mailwright/client';
import { type Words, words } from '../words.ts';

type IdleStep = Awaited<ReturnType<ReturnType<Client['marketingAutomation']['listIdleSteps']>['orThrow']>>[number];

/** Why a step of a program did nothing for a contact. */
export const idleWords: Record<IdleStep['reason'], Words> = {
  trigger_mailing_missing: words('its mailing does not exist any more'),
  trigger_mailing_inactive: words('its mailing was not active'),
  segment_deleted: words('its segment was deleted'),
  field_deleted: words('its field was deleted'),
  value_refused: words('its field does not take the value'),
  tags_full: words('the contact has as many tags as it may have'),
  program_inactive: words('the other automation was not active'),
  user_missing: words('the user whom it tells is not there any more'),
  webhook_missing: words('no active webhook has asked for it'),
  unsubscribed: words('the contact has unsubscribed'),
  permission: words('the contact has not consented'),
  paused: words('the contact takes a break'),
  no_address: words('the contact has no address'),
  blacklist: words('the address is on a block list'),
  held: words('the mailbox does not answer'),
  blocked: words('the address is blocked'),
  mailing_blacklist: words('the address is on a block list of the mailing'),
  other: words('the mail could not be made'),
};

import { type Say, type Words, words } from '../words.ts';

/** Why mails bounced. */
export const bounceReasons: Record<string, Words> = {
  'mailbox-unknown': words('The mailbox does not exist'),
  'host-unknown': words('The domain of the address does not exist'),
  moved: words('The recipient has another address'),
  'accepts-no-mail': words('The domain accepts no mail'),
  'mailbox-full': words('The mailbox is full'),
  'mailbox-disabled': words('The mailbox is closed'),
  'too-big': words('The mail is too large'),
  'sender-rejected': words('The sender is not accepted'),
  authentication: words('Authentication of the sender failed (SPF, DKIM, DMARC)'),
  'reverse-dns': words('The sending server has no valid name (reverse DNS)'),
  spam: words('The mail was classified as spam'),
  virus: words('The mail was classified as a virus'),
  content: words('The content of the mail was refused'),
  blocked: words('The sending server is blocked'),
  policy: words('Refused by a policy of the mailbox provider'),
  rate: words('Too many mails at once'),
  relaying: words('The server does not accept mail for the domain'),
  network: words('The server could not be reached'),
  expired: words('The server did not accept the mail in time'),
  protocol: words('Error of the mail protocol'),
  system: words('Error in the mail system of the recipient'),
  undefined: words('Other'),
};

/** Why contacts unsubscribed. */
export const unsubscriptionReasons: Record<string, Words> = {
  too_many_messages: words('Too many emails'),
  no_demand: words('No longer needed'),
  change_of_interest: words('Interests have changed'),
  change_of_channel: words('Follows elsewhere'),
  technical_reasons: words('Emails are not displayed correctly'),
  other: words('Another reason'),
};

/** Kinds of devices. */
export const devices: Record<string, Words> = {
  COMPUTER: words('Computer'),
  TABLET: words('Tablet'),
  MOBILE: words('Phone'),
  UNKNOWN: words('Unknown'),
};

/** Says what a value of the API is; one that has no words is shown as it is. */
export const sayKnown = (say: Say, texts: Record<string, Words>, value: string): string =>
  Object.hasOwn(texts, value) ? say(texts[value]!) : value;

import type { ForeignContact, ForeignFormat } from './format.ts';

/** Columns about the member that are no fields of the audience; some have names that fields could have. */
const ownColumns = [
  'MEMBER_RATING OPTIN_TIME OPTIN_IP CONFIRM_TIME CONFIRM_IP LATITUDE LONGITUDE GMTOFF DSTOFF TIMEZONE CC REGION',
  'LAST_CHANGED LEID EUID NOTES TAGS UNSUB_TIME UNSUB_CAMPAIGN_TITLE UNSUB_CAMPAIGN_ID UNSUB_REASON',
  'UNSUB_REASON_OTHER CLEAN_TIME CLEAN_CAMPAIGN_TITLE CLEAN_CAMPAIGN_ID',
].flatMap((names) => names.split(' '));

/**
 * The CSV files of an exported Mailchimp audience, one each for subscribed, unsubscribed, cleaned and non-subscribed contacts:
 * https://mailchimp.com/help/view-export-contacts/. Cleaned ones have bounced; non-subscribed ones have agreed to nothing.
 */
export const mailchimp: ForeignFormat = {
  required: ['Email Address', 'LAST_CHANGED', 'LEID', 'EUID'],
  fields: {
    'Email Address': 'email',
    'First Name': 'FIRSTNAME',
    'Last Name': 'LASTNAME',
    ...Object.fromEntries(ownColumns.map((name) => [name, ''])),
  },
  judge(cell, file) {
    return { ...consent(cell, file.toLowerCase()), tags: tags(cell('TAGS')) };
  },
};

/** Subscribers have a CONFIRM_TIME whether they confirmed or were imported, so it proves nothing. */
function consent(cell: (column: string) => string, file: string): ForeignContact {
  if (cell('CLEAN_TIME') !== '' || file.startsWith('cleaned')) return { suppression: 'blocked' };
  if (cell('UNSUB_TIME') !== '' || file.startsWith('unsubscribed')) return { suppression: 'unsubscribed' };
  return /^non-?subscribed/.test(file) ? { permission: 1 } : {};
}

/** Reads `"VIP","Blog readers"`. */
function tags(text: string): string[] {
  return Array.from(text.matchAll(/"([^"]*)"/g), ([, tag]) => tag!.trim()).filter((tag) => tag !== '');
}

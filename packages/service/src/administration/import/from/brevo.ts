import type { ForeignContact, ForeignFormat } from './format.ts';

/** Names of the column with the subscription status, which has changed over time. */
const states = ['EMAIL_MARKETING', 'EMAIL_BLOCKLISTED', 'EMAIL_BLACKLISTED', 'BLOCKLISTED', 'BLACKLISTED'];

/**
 * The CSV of Brevo's contacts: https://developers.brevo.com/reference/request-contact-export. The names of attributes are
 * those of the account; `DOUBLE_OPT-IN` is set when a contact has confirmed: "1" or "Yes". The page documents EMAIL, ADDED_TIME and
 * MODIFIED_TIME as columns of every export, and the status as one that is exported if it is asked for (`email_marketing`), but
 * neither its name nor its values: other ones than these are refused rows.
 */
export const brevo: ForeignFormat = {
  required: ['EMAIL'],
  tellState: states,
  fields: {
    'CONTACT ID': '',
    EMAIL: 'email',
    ADDED_TIME: '',
    MODIFIED_TIME: '',
    'DOUBLE_OPT-IN': '',
    OPT_IN: '',
    ...Object.fromEntries(states.map((name) => [name, ''])),
  },
  judge(cell) {
    const suppression = states.map((name) => suppressionOf(name, cell(name))).find((each) => each !== 'no');
    if (suppression === 'unknown') return 'its subscription status is not known';
    if (suppression === 'yes') return { suppression: 'unsubscribed' };
    return isYes(cell('DOUBLE_OPT-IN')) ? ({ permission: 4 } satisfies ForeignContact) : {};
  },
};

const isYes = (text: string) => /^(1|yes|true)$/i.test(text);

function suppressionOf(name: string, text: string): 'yes' | 'no' | 'unknown' {
  if (text === '' || /^(subscribed|0|no|false)$/i.test(text)) return 'no';
  if (/^(un-?subscribed|blocklisted|blacklisted)$/i.test(text)) return 'yes';
  return name !== 'EMAIL_MARKETING' && isYes(text) ? 'yes' : 'unknown';
}

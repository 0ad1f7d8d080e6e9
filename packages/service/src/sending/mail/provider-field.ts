import { headerLine } from '../../platform/mail/header.ts';
import { mailIdField } from './identity.ts';
import type { MailTransport } from './transport.ts';

/** Fields that providers take out of mails and repeat in their events, where they set a Message-ID of their own. */
const fields: readonly [host: RegExp, name: string, value: (mailId: string) => string][] = [
  [/(?:^|\.)postmarkapp\.com$/, 'X-PM-Metadata-mailwright', (id) => id],
  [/(?:^|\.)mailjet\.com$/, 'X-MJ-CustomID', (id) => id],
  [/(?:^|\.)(?:brevo|sendinblue)\.com$/, 'X-Mailin-custom', (id) => id],
  [/(?:^|\.)sparkpostmail\.com$/, 'X-MSYS-API', (id) => JSON.stringify({ metadata: { mailwright: id } })],
];

/**
 * Names of fields with which senders command a provider. A mail that is passed on must not have them: they add recipients, or
 * change what the operator has set.
 */
const commands = /^x-(?:smtpapi|msys-api|mc-|pm-|mj-|mailjet-|mailin-|sib-|ses-|mailgun-|mtkn|sp-|postal-)/;

/** Reports whether a field commands a provider. @param name in lower case */
export const isProviderCommand = (name: string): boolean => commands.test(name);

const mailIdLine = new RegExp(`^${mailIdField}:\\s+([\\w.]+)`, 'm');

/** Adds the field of the provider to mails, if the SMTP server is one's that has such a field. */
export function withProviderField(transport: MailTransport, smtpUrl: string): MailTransport {
  const { hostname } = new URL(smtpUrl);
  const [, name, value] = fields.find(([host]) => host.test(hostname.toLowerCase())) ?? [];
  if (name === undefined || value === undefined) return transport;
  return {
    ...transport,
    async send(mail, onTaken) {
      const [, id] = mailIdLine.exec(mail.head) ?? [];
      const field = id === undefined ? '' : headerLine(name, value(id));
      return transport.send({ ...mail, head: field + mail.head }, onTaken);
    },
  };
}

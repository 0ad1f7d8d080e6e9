import type { AccessToken } from '../../platform/network/access-token.ts';
import type { DkimKey } from '../dkim/sign.ts';
import { signingTransport } from '../dkim/transport.ts';
import { withProviderField } from '../mail/provider-field.ts';
import type { MailTransport } from '../mail/transport.ts';
import { type SmtpTransport, smtpTransport } from '../smtp/transport.ts';

export interface Relay extends Pick<SmtpTransport, 'endWithin'> {
  transport: MailTransport;
}

interface RelayOptions {
  insecure?: boolean;
  requireTLS?: boolean;
  token?: AccessToken | undefined;
  /** Keys that mails are signed with, asked for each mail. */
  keys?: (() => readonly DkimKey[]) | undefined;
  /** Name of the only one of them that signs. */
  key?: string | null;
}

/** Sends through an SMTP server, signed, and with the field that its provider repeats. */
export function relayTo(smtpUrl: string, { keys, key, ...options }: RelayOptions): Relay {
  const server = smtpTransport(smtpUrl, options);
  const labelled = withProviderField(server, smtpUrl);
  return {
    transport: keys === undefined ? labelled : signingTransport(labelled, keys, key),
    endWithin: (millis) => server.endWithin(millis),
  };
}

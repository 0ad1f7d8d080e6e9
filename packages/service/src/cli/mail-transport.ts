import { join, resolve } from 'node:path';
import {
  type MailTransport,
  type Outbox,
  openOutbox,
  readDkimKeys,
  signingTransport,
  smtpTransport,
} from '../sending/index.ts';
import type { SendingOptions } from './options.ts';
import { smtpAddress } from './secrets.ts';

/** How long a mail server may be silent when the service stops. */
const stopMillis = 15_000;

/** Where the mails of a process go: to an SMTP server, signed if there are keys, or into the outbox. */
export interface OutgoingMails {
  transport: MailTransport;
  outbox: Outbox;
  /** Call it when the service is told to stop: a silent server must not hold it up. */
  stop(): void;
}

export function mailTransport(options: SendingOptions): OutgoingMails {
  const { data, smtpInsecure, dkimKeys } = options;
  const smtp = smtpAddress(options);
  const outbox = openOutbox(join(resolve(data), 'outbox'));
  if (smtp === undefined) return { transport: outbox, outbox, stop: () => {} };
  const server = smtpTransport(smtp, { insecure: smtpInsecure === true });
  const transport = dkimKeys === undefined ? server : signingTransport(server, readDkimKeys(dkimKeys));
  return { transport, outbox, stop: () => server.endWithin(stopMillis) };
}

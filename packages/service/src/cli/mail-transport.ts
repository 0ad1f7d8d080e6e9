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

/** Where the mails of a process go: to an SMTP server, signed if there are keys, or into the outbox. */
export function mailTransport(options: SendingOptions): { transport: MailTransport; outbox: Outbox } {
  const { data, smtpInsecure, dkimKeys } = options;
  const smtp = smtpAddress(options);
  const outbox = openOutbox(join(resolve(data), 'outbox'));
  if (smtp === undefined) return { transport: outbox, outbox };
  const server = smtpTransport(smtp, { insecure: smtpInsecure === true });
  return { transport: dkimKeys === undefined ? server : signingTransport(server, readDkimKeys(dkimKeys)), outbox };
}

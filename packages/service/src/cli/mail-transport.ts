import { join, resolve } from 'node:path';
import { accessTokens } from '../platform/network/access-token.ts';
import {
  type DkimKey,
  followDkimKeys,
  type MailTransport,
  type Outbox,
  openOutbox,
  relaying,
} from '../sending/index.ts';
import type { SendingOptions } from './options.ts';
import { smtpAddress } from './secrets.ts';

/** How long a mail server may be silent when the service stops. */
const stopMillis = 15_000;

/** Transport of a process: an SMTP server, with signatures if there are keys, or the outbox. */
export interface OutgoingMails {
  transport: MailTransport;
  openRelay: relaying.OpenRelay;
  outbox: Outbox;
  /** Domains whose mails are signed; undefined if mails are not signed or stay in the outbox. */
  signed?: string[];
  /** Keys that mails are signed with; `undefined` as above. */
  keys?: () => readonly DkimKey[];
  close(): Promise<void>;
  /** Call it when the service is told to stop: a silent server must not hold it up. */
  stop(): void;
}

export function mailTransport(options: SendingOptions, log: (line: string) => void): OutgoingMails {
  const { data, smtpInsecure, smtpTokenFile, dkimKeys } = options;
  const smtp = smtpAddress(options);
  const outbox = openOutbox(join(resolve(data), 'outbox'));
  const keys = dkimKeys === undefined ? undefined : followDkimKeys(dkimKeys, log);
  if (keys?.().length === 0) log(`Mails are not signed yet: ${dkimKeys} has no key. Create one: mailwright dkim`);
  const relays = relaying.openRelays(keys);
  const token = smtpTokenFile === undefined ? undefined : accessTokens('--smtp-token-file', smtpTokenFile);
  const insecure = smtpInsecure === true;
  const server = smtp === undefined ? undefined : relaying.relayTo(smtp, { insecure, token, keys });
  const transport = server?.transport ?? outbox;
  const signed = server && keys?.().map(({ domain }) => domain);
  return {
    transport,
    openRelay: relays.open,
    outbox,
    ...(signed && { signed }),
    ...(keys && { keys }),
    async close() {
      await transport.close();
      await relays.close();
    },
    stop() {
      server?.endWithin(stopMillis);
      relays.endWithin(stopMillis);
    },
  };
}

import type { MailTransport } from '../mail/transport.ts';
import { closestKeys } from './keys.ts';
import { type DkimKey, dkimSignature } from './sign.ts';

/**
 * Signs mails with the keys of their senders' domains, or of those above them, before they are handed over.
 * @param keys called for each mail
 */
export function signingTransport(transport: MailTransport, keys: () => readonly DkimKey[]): MailTransport {
  return {
    ...transport,
    async send(mail, onTaken) {
      const now = new Date();
      const signatures = closestKeys(keys(), senderDomain(mail.head)).map((key) => dkimSignature(mail, key, now));
      return transport.send({ ...mail, head: (await Promise.all(signatures)).join('') + mail.head }, onTaken);
    },
  };
}

/** The domain of the header field From, which receivers compare (RFC 7489, section 3.1.1). */
function senderDomain(head: string): string {
  const from = /^From:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/im.exec(head)?.[0] ?? '';
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? '';
}

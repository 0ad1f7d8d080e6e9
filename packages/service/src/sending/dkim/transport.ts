import type { MailTransport } from '../mail/transport.ts';
import { type DkimKey, dkimSignature } from './sign.ts';

/** Signs mails with the keys of their senders' domains, or of those above them, before they are handed over. */
export function signingTransport(transport: MailTransport, keys: readonly DkimKey[]): MailTransport {
  return {
    ...transport,
    async send(mail) {
      const now = new Date();
      const signatures = keysFor(keys, senderDomain(mail.head)).map((key) => dkimSignature(mail, key, now));
      return transport.send({ ...mail, head: (await Promise.all(signatures)).join('') + mail.head });
    },
  };
}

/** Those of the closest domain that has any. */
function keysFor(keys: readonly DkimKey[], sender: string): DkimKey[] {
  for (let domain = sender; domain.includes('.'); domain = domain.slice(domain.indexOf('.') + 1)) {
    const found = keys.filter((key) => key.domain === domain);
    if (found.length > 0) return found;
  }
  return [];
}

/** The domain of the header field From, which receivers compare (RFC 7489, section 3.1.1). */
function senderDomain(head: string): string {
  const from = /^From:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/im.exec(head)?.[0] ?? '';
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? '';
}

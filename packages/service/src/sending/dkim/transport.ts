import type { MailTransport } from '../mail/transport.ts';
import { signersOf } from './keys.ts';
import { type DkimKey, dkimSignature } from './sign.ts';

/**
 * Signs mails before they are handed over, with the keys of their senders' domains as far as these are the account's, or with the one that is named. Hands no
 * mail over without the named key.
 * @param keys called for each mail
 */
export function signingTransport(
  transport: MailTransport,
  keys: () => readonly DkimKey[],
  named?: string | null,
): MailTransport {
  return {
    ...transport,
    async send(mail, onTaken) {
      const signers = signersOf(keys(), senderDomain(mail.head), mail.signable ?? [], named);
      if (signers === undefined) {
        const message = `The DKIM key ${named} of the relay is not in the directory of --dkim-keys of this process.`;
        return { concerns: 'server', permanent: false, hopeless: true, message };
      }
      const now = new Date();
      const signatures = await Promise.all(signers.map((key) => dkimSignature(mail, key, now)));
      return transport.send({ ...mail, head: signatures.join('') + mail.head }, onTaken);
    },
  };
}

/** The domain of the header field From, which receivers compare (RFC 7489, section 3.1.1). */
function senderDomain(head: string): string {
  const from = /^From:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/im.exec(head)?.[0] ?? '';
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? '';
}

import { type MailTransport, messageOf } from '../../../../packages/service/src/sending/mail/transport.ts';

/** A transport that keeps the first mail that it hands over. */
export function keepingFirst(transport: MailTransport): { watched: MailTransport; firstMail(): Buffer } {
  let first: Buffer | undefined;
  return {
    watched: {
      ...transport,
      send: (mail) => {
        first ??= messageOf(mail);
        return transport.send(mail);
      },
    },
    firstMail: () => {
      if (first === undefined) throw new Error('No mail was handed over.');
      return first;
    },
  };
}

import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readCodes } from '../reading/delivery-status.ts';
import { type Adapter, eventsIn, manyEvents, type ProviderEvent, textOf, timeOf } from './event.ts';

const header = (headers: IncomingHttpHeaders, name: string) => textOf(headers[`x-twilio-email-event-webhook-${name}`]);

/** Event webhooks of SendGrid: a JSON list, with a signature of time and body (ECDSA) in the header. */
export const sendgrid: Adapter = {
  proof: {
    by: 'bytes',
    signedAt: (headers) => timeOf(header(headers, 'timestamp')),
    isAuthentic(body, headers, key) {
      const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
      const content = Buffer.concat([Buffer.from(header(headers, 'timestamp')), body]);
      return verify('sha256', content, publicKey, Buffer.from(header(headers, 'signature'), 'base64'));
    },
  },
  maxBytes: manyEvents,
  read: (document) =>
    eventsIn(document).flatMap((event): ProviderEvent[] => {
      const mailId = textOf(event['smtp-id']);
      if (event.event === 'spamreport') return [{ kind: 'complaint', mailId }];
      if (event.event !== 'bounce') return [];
      const text = `${textOf(event.reason)} ${textOf(event.status)}`;
      const { replyCode, status } = readCodes(text);
      return [{ kind: 'bounce', mailId, failure: { text, replyCode, status: textOf(event.status) || status } }];
    }),
};

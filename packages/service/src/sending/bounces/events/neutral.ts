import type { IncomingHttpHeaders } from 'node:http';
import { readCodes } from '../reading/delivery-status.ts';
import { type Adapter, fieldsOf, type ProviderEvent, textOf, timeOf } from './event.ts';
import { isMac } from './mac.ts';

const timestamp = (headers: IncomingHttpHeaders) => textOf(headers['x-timestamp']);

/**
 * The documented format for programs of one's own: `{"event":"bounce"|"complaint","mail":…,"reply":…}` or a list of these,
 * with the HMAC-SHA256 of `X-Timestamp`, a point and the body in `X-Signature`.
 */
export const neutral: Adapter = {
  isAuthentic: (body, headers, key) =>
    timestamp(headers) !== '' && isMac(textOf(headers['x-signature']), key, timestamp(headers), '.', body),
  signedAt: (_, headers) => timeOf(timestamp(headers)),
  read(body) {
    const events: unknown = JSON.parse(body.toString());
    return (Array.isArray(events) ? events : [events]).map(fieldsOf).flatMap((event): ProviderEvent[] => {
      const mailId = textOf(event.mail);
      if (event.event === 'complaint') return [{ kind: 'complaint', mailId }];
      if (event.event !== 'bounce') return [];
      const text = textOf(event.reply);
      return [{ kind: 'bounce', mailId, failure: { text, ...readCodes(text) } }];
    });
  },
};

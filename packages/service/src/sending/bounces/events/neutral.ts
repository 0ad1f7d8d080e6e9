import type { IncomingHttpHeaders } from 'node:http';
import { type Adapter, bounceOf, eventsIn, manyEvents, type ProviderEvent, textOf, timeOf } from './event.ts';
import { isMac } from './mac.ts';

const timestamp = (headers: IncomingHttpHeaders) => textOf(headers['x-timestamp']);

/**
 * The documented format for programs of one's own: `{"event":"bounce"|"complaint","mail":…,"reply":…}` or a list of these,
 * with the HMAC-SHA256 of `X-Timestamp`, a point and the body in `X-Signature`.
 */
export const neutral: Adapter = {
  proof: {
    by: 'bytes',
    signedAt: (headers) => timeOf(timestamp(headers)),
    isAuthentic: (body, headers, key) => isMac(textOf(headers['x-signature']), key, timestamp(headers), '.', body),
  },
  maxBytes: manyEvents,
  read: (document) =>
    eventsIn(document).flatMap((event): ProviderEvent[] => {
      const mailId = textOf(event.mail);
      if (event.event === 'complaint') return [{ kind: 'complaint', mailId }];
      return event.event === 'bounce' ? [bounceOf(mailId, textOf(event.reply))] : [];
    }),
};

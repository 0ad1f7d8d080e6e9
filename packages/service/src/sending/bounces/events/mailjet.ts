import { type Adapter, bounceOf, eventsIn, manyEvents, type ProviderEvent, textOf } from './event.ts';

/** Events of Mailjet: a JSON object, or a list of them. Bounces that are not hard are tried again. */
export const mailjet: Adapter = {
  proof: { by: 'password' },
  maxBytes: manyEvents,
  read: (document) =>
    eventsIn(document).flatMap((event): ProviderEvent[] => {
      const mailId = textOf(event.CustomID);
      if (event.event === 'spam') return [{ kind: 'complaint', mailId }];
      if (event.event !== 'bounce' || event.hard_bounce !== true) return [];
      // The comment has the words of the server, and the error is one of Mailjet's own.
      return [bounceOf(mailId, `${textOf(event.comment)} ${textOf(event.error)}`.trim())];
    }),
};

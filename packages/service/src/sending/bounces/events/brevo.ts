import { type Adapter, bounceOf, eventsIn, oneEvent, type ProviderEvent, textOf } from './event.ts';

const bounces = new Set(['hard_bounce', 'soft_bounce', 'invalid_email']);
const complaints = new Set(['spam', 'complaint']);

/** Webhooks of Brevo for transactional mails: one JSON object. Mails that are `deferred` are tried again. */
export const brevo: Adapter = {
  proof: { by: 'password' },
  maxBytes: oneEvent,
  read: (document) =>
    eventsIn(document).flatMap((event): ProviderEvent[] => {
      const name = textOf(event.event);
      const mailId = textOf(event['X-Mailin-custom']) || textOf(event['message-id']);
      if (complaints.has(name)) return [{ kind: 'complaint', mailId }];
      if (!bounces.has(name)) return [];
      const reason = textOf(event.reason).trim();
      return [bounceOf(mailId, name === 'invalid_email' ? `${reason} user unknown` : reason, name === 'soft_bounce')];
    }),
};

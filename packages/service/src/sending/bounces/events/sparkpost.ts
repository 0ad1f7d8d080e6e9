import { type Adapter, bounceOf, eventsIn, fieldsOf, manyEvents, type ProviderEvent, textOf } from './event.ts';

/** Classes of what is called a bounce and is none: answers of machines, subscriptions and questions back. */
const answers = new Set(['60', '80', '90', '100']);

/** Webhooks of SparkPost: a JSON list of events, each in an object by its group. */
export const sparkpost: Adapter = {
  proof: { by: 'password' },
  maxBytes: manyEvents,
  read: (document) =>
    eventsIn(document).flatMap((envelope): ProviderEvent[] => {
      const event = fieldsOf(fieldsOf(envelope.msys).message_event);
      const mailId = textOf(fieldsOf(event.rcpt_meta).mailwright);
      if (event.type === 'spam_complaint') return [{ kind: 'complaint', mailId }];
      const isBounce = event.type === 'bounce' || event.type === 'out_of_band';
      if (!isBounce || answers.has(textOf(event.bounce_class))) return [];
      return [bounceOf(mailId, textOf(event.raw_reason) || textOf(event.reason))];
    }),
};

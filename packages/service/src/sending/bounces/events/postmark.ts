import { type Adapter, bounceOf, eventsIn, fieldsOf, oneEvent, type ProviderEvent, textOf } from './event.ts';

/** Types of bounces that Postmark does not try again; others are out-of-office notes, subscriptions and the like. */
const final = new Set(
  'HardBounce BadEmailAddress SoftBounce DnsError Blocked DMARCPolicy SpamNotification VirusNotification'.split(' '),
);
const temporary = new Set(['SoftBounce', 'DnsError']);

/** Webhooks of Postmark: one JSON object. Broadcast streams tell of the end of a subscription only. */
export const postmark: Adapter = {
  proof: { by: 'password' },
  maxBytes: oneEvent,
  read: (document) =>
    eventsIn(document).flatMap((event): ProviderEvent[] => {
      const mailId = textOf(fieldsOf(event.Metadata).mailwright);
      const isChange = event.RecordType === 'SubscriptionChange' && event.SuppressSending === true;
      const reason = isChange ? event.SuppressionReason : event.RecordType;
      if (reason === 'SpamComplaint') return [{ kind: 'complaint', mailId }];
      if (isChange) return reason === 'HardBounce' ? [bounceOf(mailId, 'user unknown')] : [];
      const type = textOf(event.Type);
      if (reason !== 'Bounce' || !final.has(type)) return [];
      return [bounceOf(mailId, textOf(event.Details) || textOf(event.Description), temporary.has(type))];
    }),
};

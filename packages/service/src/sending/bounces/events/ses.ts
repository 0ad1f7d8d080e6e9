import { mailIdField } from '../../mail/identity.ts';
import { wordsOfSubTypes } from '../reading/amazon-event.ts';
import { type Adapter, bounceOf, type Fields, fieldsOf, oneEvent, type ProviderEvent, textOf } from './event.ts';
import { confirmSubscription, isFromTopic } from './sns.ts';

/** Notifications of Amazon SES through a topic of SNS, whose ARN is the key. SES must repeat the header of the mails. */
export const ses: Adapter = {
  proof: {
    by: 'document',
    signedAt(message) {
      const at = new Date(textOf(message.Timestamp));
      return Number.isNaN(at.getTime()) ? undefined : at;
    },
    isAuthentic: isFromTopic,
    confirm: confirmSubscription,
  },
  maxBytes: oneEvent,
  read(document) {
    const message = fieldsOf(document);
    if (message.Type !== 'Notification') return [];
    const event = fieldsOf(JSON.parse(textOf(message.Message)));
    const mailId = mailIdIn(fieldsOf(event.mail));
    const type = event.notificationType ?? event.eventType;
    const isComplaint = fieldsOf(event.complaint).complaintFeedbackType !== 'not-spam';
    if (type === 'Complaint') return isComplaint ? [{ kind: 'complaint', mailId }] : [];
    return type === 'Bounce' ? readBounce(mailId, fieldsOf(event.bounce)) : [];
  },
};

function readBounce(mailId: string, bounce: Fields): ProviderEvent[] {
  const [first] = Array.isArray(bounce.bouncedRecipients) ? bounce.bouncedRecipients.map(fieldsOf) : [];
  const said = `${textOf(first?.diagnosticCode)} ${textOf(first?.status)}`.trim();
  const isTemporary = bounce.bounceType !== 'Permanent';
  const subType = wordsOfSubTypes.get(textOf(bounce.bounceSubType)) ?? '';
  // Out-of-office notes are transient bounces that say nothing.
  return isTemporary && said + subType === '' ? [] : [bounceOf(mailId, `${said} ${subType}`.trim(), isTemporary)];
}

/** Our field in the header, or the Message-ID, which SES puts its own in place of on the way. */
function mailIdIn(mail: Fields): string {
  const headers = Array.isArray(mail.headers) ? mail.headers.map(fieldsOf) : [];
  const value = (name: string) => headers.find((each) => textOf(each.name).toLowerCase() === name)?.value;
  return textOf(value(mailIdField.toLowerCase()) ?? value('message-id') ?? fieldsOf(mail.commonHeaders).messageId);
}

import { mailIdField } from '../../mail/identity.ts';
import { wordsOfSubTypes } from '../reading/amazon-event.ts';
import { type Adapter, bounceOf, type Fields, fieldsOf, type ProviderEvent, textOf } from './event.ts';
import { confirmSubscription, isFromTopic } from './sns.ts';

const messageOf = (body: Buffer) => fieldsOf(JSON.parse(body.toString()));

/** Notifications of Amazon SES through a topic of SNS, whose ARN is the key. SES must repeat the header of the mails. */
export const ses: Adapter = {
  isAuthentic: (body, _, topic, fetch) => isFromTopic(messageOf(body), topic, fetch),
  signedAt(body) {
    const at = new Date(textOf(messageOf(body).Timestamp));
    return Number.isNaN(at.getTime()) ? undefined : at;
  },
  confirm: (body, fetch) => confirmSubscription(messageOf(body), fetch),
  read(body) {
    const message = messageOf(body);
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

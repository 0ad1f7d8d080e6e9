import { type Adapter, bounceOf, type Fields, fieldsOf, oneEvent, textOf, timeOf } from './event.ts';
import { isMac } from './mac.ts';

/**
 * Webhooks of Mailgun: a JSON object with the event and a signature (HMAC-SHA256 of time and token). The signature does not
 * cover the event, so a token counts for one event only.
 */
export const mailgun: Adapter = {
  proof: {
    by: 'document',
    signedAt: (document) => timeOf(signatureOf(document).timestamp),
    isAuthentic(document, key) {
      const { timestamp, token, signature } = signatureOf(document);
      return token !== '' && isMac(signature, key, timestamp, token);
    },
    nonce: (document) => signatureOf(document).token,
  },
  maxBytes: oneEvent,
  read(document) {
    const data = fieldsOf(fieldsOf(document)['event-data']);
    const mailId = textOf(fieldsOf(fieldsOf(data.message).headers)['message-id']);
    if (data.event === 'complained') return [{ kind: 'complaint', mailId }];
    if (data.event !== 'failed' || data.severity !== 'permanent') return [];
    const status = fieldsOf(data['delivery-status']);
    const text = [status.code, status.message, status.description].map(textOf).join(' ').trim();
    return [bounceOf(mailId, text)];
  },
};

function signatureOf(document: Fields) {
  const { timestamp, token, signature } = fieldsOf(document.signature);
  return { timestamp: textOf(timestamp), token: textOf(token), signature: textOf(signature) };
}

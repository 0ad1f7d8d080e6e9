import { type Adapter, bounceOf, fieldsOf, textOf, timeOf } from './event.ts';
import { isMac } from './mac.ts';

/** Webhooks of Mailgun: a JSON object with the event and a signature (HMAC-SHA256 of time and token). */
export const mailgun: Adapter = {
  isAuthentic(body, _, key) {
    const { timestamp, token, signature } = signatureOf(body);
    return token !== '' && isMac(signature, key, timestamp, token);
  },
  signedAt: (body) => timeOf(signatureOf(body).timestamp),
  read(body) {
    const data = fieldsOf(fieldsOf(JSON.parse(body.toString()))['event-data']);
    const mailId = textOf(fieldsOf(fieldsOf(data.message).headers)['message-id']);
    if (data.event === 'complained') return [{ kind: 'complaint', mailId }];
    if (data.event !== 'failed' || data.severity !== 'permanent') return [];
    const status = fieldsOf(data['delivery-status']);
    const text = [status.code, status.message, status.description].map(textOf).join(' ').trim();
    return [bounceOf(mailId, text)];
  },
};

function signatureOf(body: Buffer) {
  const { timestamp, token, signature } = fieldsOf(fieldsOf(JSON.parse(body.toString())).signature);
  return { timestamp: textOf(timestamp), token: textOf(token), signature: textOf(signature) };
}

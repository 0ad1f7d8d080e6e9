import { describeContent } from '../../../../platform/mail/describe-content.ts';
import { nameOf, splitFields, unfoldedValue } from '../../../../platform/mail/fields.ts';
import { faultOf } from '../../../../platform/mail/message-gate.ts';
import { encodeForTransfer, splitEntity } from '../../../../platform/mail/transfer-encoding.ts';

/** Content of a mail as it can go on: its fields of MIME, each with its line end, and its body. Both are ASCII. */
export interface MailContent {
  fields: string;
  body: string;
}

/** Fields that say how to read the body; all others are those of the sender's mail, not of ours. */
const kept = new Set(['content-type', 'content-transfer-encoding', 'content-language']);

/**
 * Returns the content of a mail with its attachments, octets changed only where not every server takes them; `undefined` if it
 * cannot go on, because it is broken.
 */
export function readContent(mail: Uint8Array): MailContent | undefined {
  const whole = splitEntity(
    Buffer.from(mail)
      .toString('latin1')
      .replace(/\r\n|\r|\n/g, '\r\n'),
  );
  const fields = splitFields(whole.head).filter((field) => kept.has(nameOf(field)));
  const names = fields.map(nameOf);
  if (new Set(names).size < names.length) return undefined;
  const lines = fields.map((field) => `${field.slice(0, field.indexOf(':')).trimEnd()}: ${unfoldedValue(field)}\r\n`);
  const { head, body } = encodeForTransfer(describeContent(lines.join(''), whole.body));
  const message = Buffer.from(`${head}\r\n${body}`, 'latin1');
  const isPlain = message.every((octet) => octet < 128 && octet !== 0);
  return isPlain && faultOf(message) === undefined ? { fields: head, body } : undefined;
}

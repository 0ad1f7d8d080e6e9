import { isAscii } from 'node:buffer';
import type { MailAttachment } from './attachment.ts';

/** RFC 5322, section 2.1.1, without the line's end. */
const maxLine = 998;

/**
 * Returns an attachment as it can stand in a mail. A mail (`message/rfc822`) stands there as it is, because it must not be encoded
 * (RFC 2046, section 5.2.1): its lines end in CRLF. One that needs an encoding goes as a file of octets, as do all other kinds
 * that must not be encoded; mail programs open it all the same.
 */
export function attachable(attachment: MailAttachment): MailAttachment {
  const { contentType, content } = attachment;
  if (!/^\s*(?:message|multipart)\//i.test(contentType)) return attachment;
  const lines = content.toString('latin1').split(/\r\n|\r|\n/);
  const isPlain = isAscii(content) && !content.includes(0) && lines.every(({ length }) => length <= maxLine);
  return isPlain && /^\s*message\/rfc822\s*(?:;|$)/i.test(contentType)
    ? { ...attachment, content: Buffer.from(lines.join('\r\n'), 'latin1') }
    : { ...attachment, contentType: 'application/octet-stream' };
}

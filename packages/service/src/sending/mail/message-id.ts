import { randomUUID } from 'node:crypto';

/** An identification (RFC 5322, section 3.6.4) that no other message has, in the sender's domain. */
export function newMessageId(sender: string): string {
  return `<${randomUUID()}@${sender.slice(sender.lastIndexOf('@') + 1)}>`;
}

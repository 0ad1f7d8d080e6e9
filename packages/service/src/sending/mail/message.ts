import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { OutgoingMail } from './transport.ts';

export interface MessageParts {
  accountId: number;
  /** Whom the mail goes to. */
  contactId: number;
  from: { name: string; address: string };
  to: { name: string; address: string };
  subject: string;
  html: string | null;
  text: string | null;
  /** With its angle brackets; a new one when there is none. */
  messageId?: string;
  headers?: Record<string, string>;
}

/** Builds an RFC 5322 message; header values are encoded and cannot break out of their line. */
export async function buildMessage(parts: MessageParts): Promise<OutgoingMail> {
  const messageId = parts.messageId ?? newMessageId(parts.from.address);
  const composer = new MailComposer({
    from: parts.from,
    to: parts.to,
    subject: parts.subject,
    messageId,
    headers: { ...parts.headers },
    textEncoding: 'quoted-printable',
    ...(parts.html !== null ? { html: parts.html } : {}),
    ...(parts.text !== null ? { text: parts.text } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  const { accountId, contactId, from, to } = parts;
  return { accountId, contactId, messageId, envelope: { from: from.address, to: to.address }, raw };
}

/** An identification (RFC 5322, section 3.6.4) that no other message has, in the sender's domain. */
export function newMessageId(sender: string): string {
  return `<${randomUUID()}@${sender.slice(sender.lastIndexOf('@') + 1)}>`;
}

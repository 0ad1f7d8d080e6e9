export type { Letter } from './mail/contact-tags.ts';
export { readLetterhead } from './mail/letterhead.ts';
export { buildMessage, newMessageId } from './mail/message.ts';
export { type Band, renderMailing } from './mail/render.ts';
export { smtpTransport } from './mail/smtp-transport.ts';
export type { MailTransport, Refusal } from './mail/transport.ts';
export { eraseMailsTask } from './outbox/erase-mails-task.ts';
export { type Outbox, openOutbox } from './outbox/outbox.ts';

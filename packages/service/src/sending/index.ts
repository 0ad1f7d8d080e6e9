export { type Band, compileMail } from './mail/compile-mail.ts';
export { newMessageId } from './mail/message-id.ts';
export { readRenderContext } from './mail/render-context.ts';
export { MailTemplates } from './mail/templates.ts';
export type { MailTransport, Refusal } from './mail/transport.ts';
export { eraseMailsTask } from './outbox/erase-mails-task.ts';
export { type Outbox, openOutbox } from './outbox/outbox.ts';
export { smtpTransport } from './smtp/transport.ts';

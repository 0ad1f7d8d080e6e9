/** A webhook that has events of mails to send. */
export interface MailEventDelivery {
  webhookId: number;
}

export const mailEventsKind = { kind: 'send-mail-events' };

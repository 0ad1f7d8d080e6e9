/** Key of a mail: its mailing, contact and recipient. A contact may get a trigger mailing several times. */
export interface MailKey {
  mailingId: number;
  contactId: number;
  /** Number of the recipient (`recipient.id`), which the log keeps as `delivery.number`; 0 in the addresses of test and approval mails. */
  recipientId: number;
}

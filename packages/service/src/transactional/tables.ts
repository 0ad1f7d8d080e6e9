import type { Generated } from 'kysely';
import type { CreatedAt, Id, Json, JsonDefault } from '../platform/database/columns.ts';
import type { NewStep, passing } from '../sending/index.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    transactional_content: TransactionalContentTable;
    transactional_mail: TransactionalMailTable;
    transactional_step: TransactionalStepTable;
  }
}

/** A file of a transactional mail, in base64. */
export interface StoredFile {
  filename: string;
  mimetype: string;
  data: string;
  /** Content-ID without brackets, of an image that the HTML shows. */
  cid?: string;
}

/** Content of the mails of one request; deleted when all of them have come to an end. */
export interface TransactionalContentTable {
  account_id: number;
  id: Id;
  sender: string | null;
  sender_name: string | null;
  subject: string | null;
  html: string | null;
  text_body: string | null;
  /** Values of `event`; null if the content is sent as it is. */
  data: Json<Record<string, unknown>> | null;
  reply_to: string | null;
  attachments: JsonDefault<StoredFile[]>;
  /** A message that is passed on as it came; null if the mails are composed. */
  message: Json<passing.PassedMessage> | null;
  track_opens: Generated<boolean>;
  track_clicks: Generated<boolean>;
  /** Whether the mails have the header field List-Unsubscribe. */
  track_unsubscriptions: Generated<boolean>;
}

export type TransactionalState = 'waiting' | 'deferred' | 'delivered' | 'failed' | 'skipped' | 'bounced';

export type TransactionalStepName = NewStep['step'];

/** A mail that a program sent in one call. */
export interface TransactionalMailTable {
  account_id: number;
  id: string;
  /** Order of the mails. */
  number: Id;
  content_id: number;
  mailing_id: number;
  /** Whether the mailing was given as the template. */
  template: boolean;
  /** 0 if the address is no contact's. */
  contact_id: number;
  email: string;
  email_folded: string;
  name: string | null;
  tags: string[];
  state: TransactionalState;
  /** Whether it goes to a person who works with the account. */
  to_user: Generated<boolean>;
  created_at: CreatedAt;
}

/** Something that has happened to a transactional mail. */
export interface TransactionalStepTable {
  account_id: number;
  mail_id: string;
  id: Id;
  step: TransactionalStepName;
  at: CreatedAt;
  code: number | null;
  reason: string | null;
}

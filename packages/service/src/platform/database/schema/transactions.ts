import type { Generated } from 'kysely';
import type { Bytes, CreatedAt, Id, JsonDefault } from './columns.ts';

/** A kind of transactions. */
export interface TransactionTypeTable {
  account_id: number;
  id: Id;
  /** Unique in the account, compared exactly. */
  name: string;
  description: string | null;
  /** Days that transactions are kept; null means for ever. */
  archiving_days: number | null;
  /** Transactions are only kept, and start nothing. */
  store_only: Generated<boolean>;
  created_at: CreatedAt;
}

export type AttributeType = 'string' | 'double' | 'float' | 'integer' | 'boolean' | 'timestamp' | 'date' | 'json';

export interface TransactionAttributeTable {
  account_id: number;
  type_id: number;
  id: Id;
  name: string;
  type: AttributeType;
  required: Generated<boolean>;
  description: string | null;
}

/** Something that happened to a contact. */
export interface TransactionTable {
  account_id: number;
  id: Id;
  type_id: number;
  /** Null when the contact was erased. */
  contact_id: number | null;
  /** Its id for clients; also the occasion of the mails that it causes. */
  key: string;
  content: JsonDefault<Record<string, unknown>>;
  at: CreatedAt;
}

/** A file that goes with the mails of a transaction. */
export interface TransactionAttachmentTable {
  account_id: number;
  transaction_id: number;
  position: number;
  filename: string;
  mime_type: string;
  content: Bytes;
}

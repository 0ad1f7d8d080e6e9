import type { Generated } from 'kysely';
import type { Bytes, CreatedAt, Id } from './columns.ts';

export interface AccountPlaceholderTable {
  account_id: number;
  key: string;
  value: string;
}

export interface MailingTemplateTable {
  account_id: number;
  id: Id;
  /** Parts joined by `/`, without one at the beginning. */
  path: string;
  name: string;
  tags: Generated<string[]>;
  html: string;
  /** Other accounts see it below `/`. */
  shared: Generated<boolean>;
  created_at: CreatedAt;
}

export interface MediaImageTable {
  account_id: number;
  id: Id;
  /** SHA-256 of the bytes. */
  hash: Bytes;
  /** 32 hexadecimal digits in the public address, of all accounts. */
  token: string;
  mime_type: string;
  bytes: Bytes;
  created_at: CreatedAt;
}

import type { Generated } from 'kysely';
import type { Bytes, CreatedAt, Id, Json, Timestamp } from './columns.ts';

export interface AccountTable {
  id: Id;
  name: string;
  domain: string;
  /** IANA name. */
  time_zone: Generated<string>;
  /** Key of the checksums and tokens of the account. */
  secret: Generated<Uint8Array>;
  /** Who unsubscribes keeps only the ids. */
  anonymise_unsubscribed: Generated<boolean>;
  created_at: CreatedAt;
}

export type Right = 'get' | 'post' | 'put' | 'delete';

export interface ApiKeyTable {
  account_id: number;
  id: Id;
  /** First 8 symbols of the key, shown in lists. */
  prefix: string;
  /** SHA-256 of the whole key. */
  hash: Bytes;
  label: string;
  rights: Right[];
  creator: string;
  created_at: CreatedAt;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

export interface IdempotencyKeyTable {
  api_key_id: number;
  key: string;
  body_hash: Bytes;
  /** Null while the first request is still running. */
  status: number | null;
  headers: Json<Record<string, string>> | null;
  body: Bytes | null;
  created_at: CreatedAt;
}

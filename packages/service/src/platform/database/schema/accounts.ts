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
  /** Regular mailings are only sent when everybody who was asked has approved them. */
  demands_approval: Generated<boolean>;
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
  account_id: number;
  api_key_id: number;
  /** SHA-256 of the key that the client gave. */
  key_hash: Bytes;
  /** SHA-256 of the request. */
  request_hash: Bytes;
  /** Set while long-running work is not done. */
  running_until: Timestamp | null;
  /** Null when it is not there yet, or was not kept. */
  answer: Json<{ status: number; headers: Record<string, string>; body?: unknown }> | null;
  created_at: CreatedAt;
}

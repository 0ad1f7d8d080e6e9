import type { ColumnType, Generated } from 'kysely';
import type { Bytes, CreatedAt, Id, Json, JsonDefault, Timestamp } from './columns.ts';

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
  /** Quotas that differ from the default, by name. */
  quotas: JsonDefault<Record<string, number>>;
  /** Nothing is done in its name since, but that links in its mails work. */
  closed_at: Timestamp | null;
  /** Days with permanent bounces after which a contact is blocked. */
  hard_bounce_days: Generated<number>;
  /** Days with other bounces after which a contact is blocked; null if never. */
  soft_bounce_days: ColumnType<number | null, number | null | undefined, number | null>;
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
  /** In CIDR notation, where the key is good; everywhere when there are none. */
  networks: Generated<string[]>;
  created_at: CreatedAt;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

/** A session of the console; it ends with its key too. */
export interface ConsoleSessionTable {
  account_id: number;
  /** SHA-256 of the token in the cookie. */
  token_hash: Bytes;
  key_id: number;
  expires_at: Timestamp;
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

/** Something that somebody did. Nothing personal is in it. */
export interface AuditEntryTable {
  /** Null where a key was refused that is nobody's. */
  account_id: number | null;
  id: Id;
  at: CreatedAt;
  /** The key that was used; null for the operator's command line, and for a key that is nobody's. */
  key_id: number | null;
  /** Id of the operation in the description, or of a command or page. */
  action: string;
  /** Object by number, such as `mailingid=17`; never a contact. For refused keys, reason and count. */
  object: string | null;
  /** The caller's address without its last part; null on this machine's command line, or when it is not known. */
  network: string | null;
}

import type { Bytes, CreatedAt, Json, Timestamp } from '../database/columns.ts';
import type { KeptAnswer } from './answer.ts';

declare module '../database/schema.ts' {
  interface Schema {
    idempotency_key: IdempotencyKeyTable;
  }
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
  answer: Json<KeptAnswer> | null;
  created_at: CreatedAt;
}

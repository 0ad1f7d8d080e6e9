import type { Generated } from 'kysely';
import type { CreatedAt, Id, Json, Timestamp } from '../database/columns.ts';

declare module '../database/schema.ts' {
  interface Schema {
    job: JobTable;
  }
}

/** A piece of durable work. */
export interface JobTable {
  account_id: number;
  id: Id;
  /** Which handler does it. */
  kind: string;
  /** At most one job of a kind and key waits in an account; null for jobs that do not take each other's place. */
  key: string | null;
  payload: Json<unknown>;
  state: Generated<'waiting' | 'running' | 'dead'>;
  /** Due time (waiting) or end of the lease (running). */
  due_at: Timestamp;
  /** How often it was begun. */
  attempts: Generated<number>;
  /** The runner that works on it. */
  owner: string | null;
  /** Error of the last attempt. */
  error: string | null;
  created_at: CreatedAt;
  /** The trace that it continues, as a header `traceparent` (W3C Trace Context). */
  trace: string | null;
}

import type { SynchronizedContact } from '@mailwright/server';
import type { Permission } from '../../people/index.ts';

/** Why no mailings may go to an address: the person said no, or the address does not work. */
export type SuppressedState = 'unsubscribed' | 'blocked';

/** One contact of a file, or what is wrong with its row. */
export type SourceRow = { line: number } & (ValidRow | { fault: string });

export interface ValidRow {
  contact: SynchronizedContact;
  /** Of the row, when the file tells it. */
  permission?: Permission;
  /** Has unsubscribed where the file comes from, and is left out. */
  unsubscribed?: true;
  /** Is taken over as one to whom no mailings may go. */
  suppression?: SuppressedState;
}

/** A row that was not stored. */
export interface UnstoredRow {
  line: number;
  /** Of the service; rows that are no contacts have none. */
  code?: number;
  contact?: SynchronizedContact;
  field?: string;
  /** In words. */
  fault: string;
}

import type { SynchronizedContact } from '@mailwright/server';
import type { Permission } from '../../people/index.ts';
import type { SuppressedState } from './from/format.ts';

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

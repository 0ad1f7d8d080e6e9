import type { SynchronizedContact } from '@mailwright/server';
import type { Permission } from '../../people/index.ts';
import type { BadValue } from './contact.ts';

/** Why no mailings may go to an address: the person said no, or the address does not work. */
export type SuppressedState = 'unsubscribed' | 'blocked';

/** One contact of a file, or what is wrong with its row. */
export type SourceRow = { line: number } & (ValidRow | Omit<UnstoredRow, 'line' | 'bad'>);

export interface ValidRow {
  contact: SynchronizedContact;
  /** Of the row, when the file tells it. */
  permission?: Permission;
  /** Tags that the contact gets beside those that it has. */
  tags?: readonly string[];
  /** Has unsubscribed where the file comes from, and is left out. */
  unsubscribed?: true;
  /** Is taken over as one to whom no mailings may go. */
  suppression?: SuppressedState;
  /** Values that are left out because their fields do not take them. */
  bad?: readonly BadValue[];
}

/** A row that was not stored, or without some of its values. */
export interface UnstoredRow {
  line: number;
  /** Values without which the row was stored; the first one is told as its fault. */
  bad?: readonly BadValue[];
  /** Of the service; rows that are no contacts have none. */
  code?: number;
  contact?: SynchronizedContact;
  field?: string;
  /** In words. */
  fault: string;
}

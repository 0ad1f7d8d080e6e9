import type { Selectable } from 'kysely';
import type { AccountTable } from './tables.ts';

/** An account: the owner of everything else. */
export type Account = Selectable<AccountTable>;

import type { Generated } from 'kysely';
import type { CreatedAt, Id } from './columns.ts';

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

import type { Db, TransactionalStepName } from '../../platform/database/schema.ts';

declare module '../../platform/hooks/hooks.ts' {
  interface Hooks {
    /** Records steps of transactional mails, in the caller's transaction. */
    recordSteps(db: Db, accountId: number, steps: readonly NewStep[]): Promise<void>;
  }
}

/** Something that has happened to a transactional mail. */
export interface NewStep {
  mailId: string;
  step: TransactionalStepName;
  code?: number | undefined;
  reason?: string | undefined;
}

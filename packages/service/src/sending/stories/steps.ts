import type { Db } from '../../platform/database/schema.ts';

declare module '../../platform/hooks/hooks.ts' {
  interface Hooks {
    /** Records steps of transactional mails, in the caller's transaction. */
    recordSteps(db: Db, accountId: number, steps: readonly NewStep[]): Promise<void>;
  }
}

/** Something that has happened to a transactional mail. */
export interface NewStep {
  mailId: string;
  step:
    | 'accepted'
    | 'deferred'
    | 'delivered'
    | 'failed'
    | 'skipped'
    | 'bounced'
    | 'complained'
    | 'opened'
    | 'clicked'
    | 'unsubscribed';
  code?: number | undefined;
  reason?: string | undefined;
}

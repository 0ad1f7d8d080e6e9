import type { KyselyPlugin } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';

/** A process as the database sees it: it may end between any two of its statements. */
export interface MortalProcess {
  db: Db;
  isDead(): boolean;
  /** Ends the process after some more statements; it then does nothing any more, not even give back what it holds. */
  dieAfter(statements: number): void;
}

export class ProcessEnded extends Error {
  override name = 'ProcessEnded';
}

export function mortalProcess(db: Db): MortalProcess {
  let left = Number.POSITIVE_INFINITY;
  const mortality: KyselyPlugin = {
    transformQuery({ node }) {
      if (left <= 0) throw new ProcessEnded('The process has ended.');
      left--;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(mortality),
    isDead: () => left <= 0,
    dieAfter: (statements) => {
      left = statements;
    },
  };
}

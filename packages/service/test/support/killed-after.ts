import type { KyselyPlugin } from 'kysely';

/** A worker that is killed when the database has carried out so many of its statements, and whether that has happened. */
export function killedAfter(statements: number): KyselyPlugin & { hasDied: boolean } {
  let left = statements;
  return {
    hasDied: false,
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (--left !== 0) return result;
      this.hasDied = true;
      throw new Error('killed');
    },
  };
}

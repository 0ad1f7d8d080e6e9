import type { Kysely } from 'kysely';

/**
 * Every table by its name, as the migrations leave it. The context that writes a table declares it in its `tables.ts`, by
 * declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: contexts add to it
export interface Schema {}

/** A connection to the database, or a transaction. */
export type Db = Kysely<Schema>;

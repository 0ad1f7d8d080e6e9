import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import type { Db } from '../database/schema.ts';

/**
 * Functions with which contexts serve contexts below them. The context that calls a hook declares it here by declaration
 * merging. `app/compose.ts` must provide all of them to compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: contexts add to it
export interface Hooks {}

/** Changes no query: it only goes where the database goes, into transactions too. */
class HookCarrier implements KyselyPlugin {
  readonly hooks: Hooks;

  constructor(hooks: Hooks) {
    this.hooks = hooks;
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}

/** The database with hooks in place of those that it had. */
export const withHooks = (db: Db, hooks: Hooks): Db => db.withPlugin(new HookCarrier(hooks));

/** The hooks that came with a database or a transaction. */
export function hooksOf(db: Db): Hooks {
  const carrier = db.getExecutor().plugins.findLast((plugin) => plugin instanceof HookCarrier);
  if (carrier === undefined) throw new Error('The database has no hooks: open it with openServiceDatabase.');
  return carrier.hooks;
}

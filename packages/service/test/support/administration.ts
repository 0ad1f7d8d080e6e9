import { bindActions } from '../../src/administration/action.ts';
import { type Administration, actions } from '../../src/administration/actions.ts';
import { Backups } from '../../src/administration/backups.ts';
import { Moves } from '../../src/administration/moves.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import type { Tools } from '../../src/quality/index.ts';

/** Returns the actions of operators without audit entries and work after the commit. */
export function administer(db: Db, tools: Partial<Tools> = {}): Administration {
  return bindActions(actions, {
    db,
    afterCommit: () => {},
    onRevoke: () => {},
    publicUrl: 'https://localhost',
    tools: tools as Tools,
    backups: new Backups(undefined),
    moves: new Moves(),
  });
}

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { changeContent } from '../../src/mailings/change.ts';
import { moveMailing } from '../../src/mailings/move.ts';
import { type Actor, type Move, moves, targetOf } from '../../src/mailings/state-machine.ts';
import { isSealed } from '../../src/mailings/states.ts';
import { findContent, findMailing, insertMailing } from '../../src/mailings/store.ts';
import type { MailingType } from '../../src/mailings/tables.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { usualDatabases } from '../support/database.ts';

interface Step {
  move: Move;
  actor: Actor;
}
const step: fc.Arbitrary<Step> = fc.record({
  move: fc.constantFrom(...moves),
  actor: fc.constantFrom<Actor>('user', 'scheduler', 'dispatcher', 'retention'),
});

describe.each(usualDatabases())('two clients walk the state machine on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  let count = 0;
  beforeAll(async () => {
    database = await open();
    accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
  });
  afterAll(() => database?.close());

  test('each move is made once, is in the table, and is in the log; nothing sealed changes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom<MailingType>('regular', 'trigger', 'doi'),
        fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 12 }),
        async (type, pairs) => {
          const { kysely } = database;
          const about = { name: `Walk ${++count}`, subject: 'start', type, creator: 'test' };
          const id = (await insertMailing(kysely, accountId, about))!;
          const now = async () => (await findMailing(kysely, accountId, id))!;
          let moved = 0;
          for (const pair of pairs) {
            const before = await now();
            // Both have read the same; what they then do at once is decided by the database.
            const ends = await Promise.all(pair.map(({ move, actor }) => moveMailing(kysely, before, move, actor)));
            const wanted = pair.map(({ move, actor }) => targetOf(move, before.state, actor, type));
            const made = ends.filter((end) => end !== undefined);
            expect(made.length).toBe(wanted.some((end) => end !== undefined) ? 1 : 0);
            const after = await now();
            expect(after.state).toBe(made[0] ?? before.state);
            if (made.length > 0) expect(wanted).toContain(after.state);
            moved += made.length;
            const changed = await changeContent(kysely, before, { subject: `${after.version}` }).then(
              () => true,
              () => false,
            );
            expect(changed).toBe(!isSealed(after.state));
            // A change of a failed mailing is a move too: it becomes a draft again.
            if (before.state === 'failed' && made.length === 0) moved++;
            const { subject } = await findContent(kysely, after);
            expect(subject === `${after.version}`).toBe(changed);
          }
          const log = kysely.selectFrom('mailing_transition').select(['from_state', 'to_state']).orderBy('id');
          const rows = await log.where('mailing_id', '=', id).execute();
          expect(rows.length).toBe(moved);
          rows.slice(1).forEach((row, index) => {
            expect(row.from_state).toBe(rows[index]!.to_state);
          });
        },
      ),
      { numRuns: 40 },
    ));
});

import { describe, expect, test } from 'vitest';
import { requestOptIn } from '../../src/events/double-opt-in/request.ts';
import { usualDatabases } from '../support/database.ts';
import { randomOf } from '../support/random.ts';
import { setUp } from './account.ts';
import { restAfterDays } from './checks.ts';
import { importPeople } from './steps.ts';
import { World } from './world.ts';

/** More than the worker makes for a mail; the last processes live to its end. */
const statements = 45;

describe.each(usualDatabases())(
  'a process that ends while it sends the mail of a double opt-in, on $kind',
  ({ open }) => {
    test('after whichever statement: the next process sends it', async () => {
      const database = await open();
      const world = await World.create(database.kysely, randomOf(45));
      await setUp(world);
      const fine = async () => (await world.living()).filter(({ email }) => email.includes('fine@'));
      while ((await fine()).length < statements) await importPeople(world);
      await world.work();
      const asked = (await fine()).slice(0, statements);
      for (const [number, { id }] of asked.entries()) {
        const request = { permission: 5, key: undefined, source: undefined, page: undefined } as const;
        await database.kysely.updateTable('contact').set({ permission: 1 }).where('id', '=', id).execute();
        await world.change((_, context) => requestOptIn(context, id, request));
        // Between the hand-over and the statement that writes it down there is no other: one process ends with its mail.
        await world.workAndStop(number === 0 ? { afterFirstMail: 0 } : { statements: number });
      }
      expect(await restAfterDays(world)).toEqual([]);
      const mails = asked.map(({ id }) => world.post.taken.filter((mail) => mail.contactId === id && mail.isOptIn));
      // One that was handed over, and not written down, is sent once more as the same message.
      for (const copies of mails) {
        expect([1, 2]).toContain(copies.length);
        expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
      }
      expect(mails.some(({ length }) => length === 2)).toBe(true);
      await database.close();
    });
  },
);

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockContacts, unblockContacts } from '../../src/people/blocks/store.ts';
import type { BlockReason, Permission } from '../../src/people/tables.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What must hold of a contact, or undefined when there is none. */
type Model = { permission: Permission; unsubscribed: boolean; blocked: BlockReason | null } | undefined;

type Step =
  | { do: 'create' | 'update' | 'update by id'; who: number; permission: Permission | undefined; overwrite: boolean }
  | {
      do: 'synchronize';
      who: number;
      permission: Permission | undefined;
      overwrite: boolean;
      override: boolean;
      reimport: boolean;
      updateOnly: boolean;
    }
  | { do: 'unsubscribe' | 'delete'; who: number }
  | { do: 'block' | 'allow'; who: number; reason: BlockReason };

const people = ['ada', 'ben', 'carl'];
const who = fc.nat(people.length - 1);
const permission = fc.constantFrom<(Permission | undefined)[]>(undefined, 1, 2, 3, 4, 5, 6);
const reason = fc.constantFrom<BlockReason[]>('blacklist', 'bounce_policy');
const flag = fc.boolean();
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('create', 'update', 'update by id'),
    who,
    permission,
    overwrite: flag,
  }) as fc.Arbitrary<Step>,
  fc.record({
    do: fc.constant('synchronize'),
    who,
    permission,
    overwrite: flag,
    override: flag,
    reimport: flag,
    updateOnly: flag,
  }) as fc.Arbitrary<Step>,
  fc.record({ do: fc.constantFrom('unsubscribe', 'delete'), who }) as fc.Arbitrary<Step>,
  fc.record({ do: fc.constantFrom('block', 'allow'), who, reason }) as fc.Arbitrary<Step>,
);

const isDoi = (permission: Permission) => permission === 4 || permission === 5;

/** The permission that a contact has after it was asked for politely: never a lower double opt-in. */
function granted(now: Permission, wanted: Permission | undefined): Permission {
  if (wanted === undefined) return now;
  if (isDoi(now)) return now === 4 && wanted === 5 ? 5 : now;
  return wanted;
}

/** The documented effect of a step on one contact. */
function expected(before: Model, step: Step): Model {
  if (before === undefined) {
    const creates = step.do === 'create' || (step.do === 'synchronize' && !step.updateOnly);
    return creates ? { permission: step.permission ?? 1, unsubscribed: false, blocked: null } : undefined;
  }
  const changed = (permission: Permission) => ({ ...before, permission });
  switch (step.do) {
    case 'create':
      return before.unsubscribed || !step.overwrite ? before : changed(granted(before.permission, step.permission));
    case 'update':
      return before.unsubscribed ? before : changed(granted(before.permission, step.permission));
    case 'update by id':
      return before.unsubscribed ? before : changed(step.permission ?? before.permission);
    case 'synchronize': {
      const wanted = step.override && step.overwrite ? step.permission : undefined;
      if (!before.unsubscribed) return changed(granted(before.permission, wanted));
      const back = step.reimport && wanted !== undefined && wanted > 1;
      return back ? { ...before, permission: wanted, unsubscribed: false } : before;
    }
    case 'unsubscribe':
      return { ...before, permission: 1, unsubscribed: true };
    case 'delete':
      return undefined;
    case 'block':
      return { ...before, blocked: before.blocked ?? step.reason };
    case 'allow':
      return { ...before, blocked: before.blocked === step.reason ? null : before.blocked };
  }
}

describe.each(usualDatabases())('permission of contacts on $kind', ({ open }) => {
  let service: TestService;
  let run = 0;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  async function perform(step: Step, email: string): Promise<void> {
    const { client, db, accountId } = service;
    const sync_mode = 'overwrite' in step && step.overwrite ? 1 : 2;
    switch (step.do) {
      case 'create':
        await client.contacts.createByEmail({ email, sync_mode, permission: step.permission, body: {} }).orThrow();
        return;
      case 'update':
        await client.contacts.updateByEmail({ email, permission: step.permission, body: {} });
        return;
      case 'update by id': {
        const [contact] = await client.contacts.listByEmail({ email }).orThrow();
        if (contact === undefined) return;
        const { id } = contact;
        await client.contacts.update({ id, ignore_checksum: true, permission: step.permission, body: {} }).orThrow();
        return;
      }
      case 'synchronize': {
        const { permission, override, reimport, updateOnly } = step;
        const options = {
          override_permission: override,
          reimport_unsubscribed_contacts: reimport,
          update_only: updateOnly,
        };
        await client.contacts.synchronize({ body: [{ email }], sync_mode, permission, ...options }).orThrow();
        return;
      }
      case 'unsubscribe':
        await client.contacts.unsubscribeByEmail({ email });
        return;
      case 'delete':
        await client.contacts.deleteByEmail({ email });
        return;
      default: {
        const change = step.do === 'block' ? blockContacts : unblockContacts;
        await change(db, accountId, (contact) => contact('email_folded', '=', email), step.reason);
      }
    }
  }

  async function actual(email: string): Promise<Model> {
    const contacts = await service.db
      .selectFrom('contact')
      .select(['permission', 'unsubscribed_at', 'block_reason'])
      .where('email_folded', '=', email)
      .execute();
    expect(contacts.length).toBeLessThan(2);
    const [contact] = contacts;
    if (contact === undefined) return undefined;
    const { permission, unsubscribed_at, block_reason } = contact;
    return { permission, unsubscribed: unsubscribed_at !== null, blocked: block_reason };
  }

  test('changes by the documented ways only, whatever is done to it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        run++;
        const models: Model[] = people.map(() => undefined);
        for (const step of steps) {
          const email = `${people[step.who]}@run${run}.example.org`;
          const before = models[step.who];
          await perform(step, email);
          const after = await actual(email);
          expect(after).toEqual(expected(before, step));
          if (before?.unsubscribed && after?.unsubscribed === false) expect(step).toMatchObject({ reimport: true });
          if (before?.blocked && after?.blocked === null) expect(step.do).toBe('allow');
          models[step.who] = after;
        }
      }),
      { numRuns: 60 },
    );
  });
});

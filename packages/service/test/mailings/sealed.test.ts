import { type OperationTable, operations } from '@mailwright/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMailing } from '../../src/mailings/store.ts';
import type { MailingState } from '../../src/platform/database/schema.ts';
import { exampleRequest, implemented } from '../isolation/requests.ts';
import { databases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Whether a mailing can be changed, by its state. */
const changeable: Record<MailingState, boolean> = {
  draft: true,
  failed: true,
  scheduled: true,
  queued: false,
  checks: false,
  blacklist: false,
  preparing: false,
  sending: false,
  paused: false,
  canceled: false,
  done: false,
  archiving: false,
  archived: false,
  released: false,
};
const states = Object.entries(changeable) as [MailingState, boolean][];

/** Every operation of the description that changes a mailing. */
const changing = implemented.filter(({ sealed }) => sealed !== undefined);

describe.each(databases())('sealed mailings on $kind', ({ open }) => {
  let service: TestService;
  const ids = new Map<MailingState, number>();
  beforeAll(async () => {
    service = await startTestService(await open());
    const { db, accountId } = service;
    for (const [state] of states) {
      const about = { name: `In ${state}`, subject: 'x', type: 'regular', creator: 'test' } as const;
      const id = (await insertMailing(db, accountId, about))!;
      await db.updateTable('mailing').set({ state }).where('id', '=', id).execute();
      ids.set(state, id);
    }
  });
  afterAll(() => service?.close());

  test('all operations that change a mailing are tried', () => {
    expect(changing.length).toBeGreaterThan(30);
    const described = Object.values<OperationTable>(operations).filter(({ sealed }) => sealed !== undefined);
    expect(changing.length).toBeLessThanOrEqual(described.length);
  });

  test.each(changing.map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    for (const [state] of states.filter(([, open]) => !open)) {
      const row = () =>
        service.db.selectFrom('mailing').selectAll().where('id', '=', ids.get(state)!).executeTakeFirst();
      const before = await row();
      const request = exampleRequest(operation, ({ name }) => (name === operation.sealed ? ids.get(state) : undefined));
      const answer = await callRaw(service, request);
      expect([state, answer.status]).toEqual([state, 409]);
      expect(messageOf(answer)).toBe(`Mailing with id ${ids.get(state)} cannot be changed as it is sealed.`);
      expect(await row()).toEqual(before);
    }
  });

  test.each(states.filter(([, open]) => open))('a mailing that is %s takes a change', async (state) => {
    const mailingid = ids.get(state)!;
    expect(await service.client.mailings.setSubject({ mailingid, body: 'Changed' })).toMatchObject({ status: 200 });
    expect(await service.client.mailings.getSubject({ mailingid }).orThrow()).toBe('Changed');
  });
});

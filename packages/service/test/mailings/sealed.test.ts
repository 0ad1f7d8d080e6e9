import { type OperationTable, operations } from '@mailwright/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMailing } from '../../src/mailings/store.ts';
import type { MailingState, MailingType } from '../../src/mailings/tables.ts';
import { exampleRequest, implemented, statusesOf } from '../isolation/requests.ts';
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

/** The type of mailing that an operation is for. */
const typeFor = ({ path }: OperationTable): MailingType =>
  path.includes('dispatching') ? 'trigger' : path.includes('doi') ? 'doi' : 'regular';

/** What the examples of the description are answered with by an empty mailing, when that is not 200. */
const beyondSealing: Record<string, [status: number, message?: RegExp]> = {
  activateMailingDispatching: [404, /has no dispatching/],
  addMailingAttachment: [201],
  addMailingBlacklistToMailing: [404, /Mailing blacklist with id 7/],
  addMailingSignOff: [403, /belongs to no user/],
  copyMailingAttachments: [404, /Mailing with id 4318/],
  createMailingDispatching: [404, /Transaction type with id 68/],
  deleteMailingAttachment: [404, /has no attachment with id 5/],
  deleteMailingDispatching: [404, /has no dispatching/],
  deleteMailingProperty: [404, /has no property "campaign"/],
  deleteMailingSchedule: [404, /has no schedule/],
  removeMailingBlacklistFromMailing: [404, /Mailing blacklist with id 7/],
  resetMailingContents: [400, /has no template/],
  restoreMailingRevision: [404, /Revision/],
  sendMailingNow: [400, /is not ready to be sent; missing: content/],
  setMailingTargetGroup: [404, /Target group with id/],
  setMailingContents: [404, /Target group with id/],
  setMailingAmp: [400, /cannot be shown by mail programs/],
  setMailingMjml: [400, /cannot be made into HTML/],
  synchronizeMailingText: [400, /has no HTML/],
  startMailingApproval: [404, /Target group with id 14/],
  startMailingTestSendout: [404, /Target group with id 14/],
  updateMailingProperty: [404, /has no property "campaign"/],
  withdrawMailingSignOff: [403, /belongs to no user/],
  ...Object.fromEntries(
    changing.filter(({ id }) => id.startsWith('getMailing')).map(({ id }) => [id, [404, /is not available/]]),
  ),
};

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

  test.each(changing.map((operation) => [operation.id, operation] as const))(
    '%s of one that can be changed',
    async (id, operation) => {
      for (const [state] of states.filter(([, open]) => open)) {
        const about = { name: `${id} ${state}`, subject: 'x', type: typeFor(operation), creator: 'test' } as const;
        const mailing = (await insertMailing(service.db, service.accountId, about))!;
        await service.db.updateTable('mailing').set({ state }).where('id', '=', mailing).execute();
        const request = exampleRequest(operation, ({ name }) => (name === operation.sealed ? mailing : undefined));
        const answer = await callRaw(service, request);
        const [status, message] = beyondSealing[id] ?? [200];
        expect(statusesOf(operation)).toContain(answer.status);
        expect([state, answer.status]).toEqual([state, status]);
        if (message) expect(messageOf(answer)).toMatch(message);
        await service.db.deleteFrom('mailing').where('id', '=', mailing).execute();
      }
    },
  );

  test.each(states.filter(([, open]) => open))('a mailing that is %s takes a change', async (state) => {
    const mailingid = ids.get(state)!;
    expect(await service.client.mailings.setSubject({ mailingid, body: 'Changed' })).toMatchObject({ status: 200 });
    expect(await service.client.mailings.getSubject({ mailingid }).orThrow()).toBe('Changed');
  });
});

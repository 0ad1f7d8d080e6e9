import { afterAll, beforeAll, expect, test } from 'vitest';
import { seal } from '../../service/test/support/seal.ts';
import { type JudgedService, ownService } from './support/service.ts';

const { start } = ownService();
let judged: JudgedService;
beforeAll(async () => {
  judged = await start();
});
afterAll(() => judged?.service.close());

test('a session of calls keeps the contract, errors included', async () => {
  const { service } = judged;
  const client = judged.client();
  const mailingid = await client.mailings.create({ name: 'Spring & co', subject: '<Hello>' }).orThrow();
  await client.mailings.setSubject({ mailingid, body: 'Hello [[CONTACT|FIRSTNAME]] & "co"' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: '<p>grüße</p>' }).orThrow();
  await client.mailings.getHtml({ mailingid }).orThrow();
  await client.mailings.getSubject({ mailingid }).orThrow();
  await client.mailings.getSealed({ mailingid }).orThrow();
  await client.mailings.getState({ mailingid }).orThrow();
  await client.mailingProperties.add({ mailingid, body: [{ key: 'a', value: 'b & c' }] }).orThrow();
  await client.mailingProperties.getAll({ mailingid }).orThrow();
  await client.mailingProperties.delete({ mailingid, name: 'a' }).orThrow();
  await client.mailings.listByStates({ states: ['draft'], fields: ['name', 'state'], page_size: 1 }).orThrow();
  await client.mailings.listByCreatorName({ creatorName: 'no one' }).orThrow();
  await client.mailingChecks.startApproval({ mailingid, test_targetgroup_id: await service.groupId('test') }).orThrow();
  await client.mailingChecks.getApproval({ mailingid }).orThrow();
  const email = 'žofie+x@example.org';
  await client.contacts.createByEmail({ email, permission: 1, body: { external_id: '007' } }).orThrow();
  await client.contacts
    .createByEmail({
      email,
      sync_mode: 1,
      contentType: 'application/vnd.service.api+json',
      body: { standard_fields: { CITY: 'Prague', FIRSTNAME: null } },
    })
    .orThrow();
  await client.contacts.getByEmail({ email, standard_field: ['CITY'] }).orThrow();

  const missing = await client.mailings.getName({ mailingid: 404404 });
  const early = await client.mailings.sendNow({
    mailingid: await client.mailings.create({ name: 'Empty', subject: 'x' }).orThrow(),
  });
  await client.regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
  await seal(service, mailingid);
  const sealed = await client.mailings.setSubject({ mailingid, body: 'late' });
  expect([missing.status, early.status, sealed.status]).toEqual([404, 400, 409]);

  const verdicts = await judged.verdicts();
  expect(verdicts.flatMap(({ operation, findings }) => findings.map((each) => [operation?.id, each]))).toEqual([]);
  expect(verdicts).toHaveLength(23);
  expect(new Set(verdicts.map(({ operation }) => operation?.id)).size).toBe(20);
});

test('a request that breaks the contract and is refused is noted', async () => {
  await judged.client().mailings.listByStates({ states: ['draft'], page_size: 1001 });
  const [verdict] = await judged.verdicts();
  expect(verdict).toMatchObject({ status: 400, operation: { id: 'listMailingsByStates' } });
  expect(verdict!.findings).toEqual([
    { rule: 'parameter', about: 'request', level: 'note', message: expect.stringContaining('page_size') },
  ]);
});

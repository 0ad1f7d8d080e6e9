import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../src/app/tools/api.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';

const html =
  '<p>[[ACCOUNT|SHOP]] [[CONTACT|COLOR]] [[ACCOUNT|NAME]]</p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a> Imprint';
const changed = /was changed: it has the version/;

/** Decide nothing about what the target group gets. */
const otherDecisions = [
  'disableMailingQosChecks', // what is sent stays the same
  'sendMailingTestEmail',
  'startMailingTestSendout',
  'startMailingApproval', // approvals are of the version that the mail shows
  'requestMailingSignOff',
  'resumeMailing', // of a sealed mailing
];

test('each operation that sends a mailing, or lets it be sent, takes the version that was seen', () => {
  const deciding = api.operations.filter(
    ({ id, confirm, path }) => confirm && path.startsWith('/mailings/{mailingid}/') && !otherDecisions.includes(id),
  );
  const without = deciding.filter(({ parameters = [] }) => !parameters.some(({ name }) => name === 'If-Match'));
  expect(without.map(({ id }) => id)).toEqual([]);
  expect(deciding.map(({ id }) => id)).toContain('sendMailingNow');
});

describe.each(usualDatabases())('versions of mailings, on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
    await service.client.contacts.createCustomField({ field: 'COLOR', type: 'string' }).orThrow();
    await service.client.account.setPlaceholders({ body: [{ key: 'SHOP', value: 'https://shop.example' }] }).orThrow();
  });
  afterAll(() => service?.close());

  const versionOf = (mailingid: number) => service.client.mailings.getVersion({ mailingid }).orThrow();

  test('its ETag is the version in quotes', async () => {
    const mailingid = await createSendout(service, html);
    const answer = await service.client.mailings.getVersion({ mailingid });
    expect(answer.headers.get('etag')).toBe(`"${await versionOf(mailingid)}"`);
    expect((await service.client.mailings.getVersion({ mailingid: 999_999 })).status).toBe(404);
  });

  const edits: [string, (mailingid: number) => PromiseLike<{ ok: boolean }>][] = [
    ['the subject', (mailingid) => service.client.mailings.setSubject({ mailingid, body: 'X' })],
    ['the name', (mailingid) => service.client.mailings.setName({ mailingid, body: `Other ${mailingid}` })],
    ['a placeholder', (id) => service.client.account.updatePlaceholders({ body: [{ key: 'SHOP', value: `${id}` }] })],
    [
      'a field',
      async () => {
        await service.client.contacts.renameCustomField({ oldname: 'COLOR', newname: 'COLOUR' }).orThrow();
        return service.client.contacts.createCustomField({ field: 'COLOR', type: 'string' });
      },
    ],
    ['a limit', (mailingid) => service.client.regularMailings.setContactsLimit({ mailingid, body: 2 })],
    ['a locale', (mailingid) => service.client.mailings.setLocale({ mailingid, body: 'de' })],
    ['tracking', (mailingid) => service.client.mailings.setTrackingStrategy({ mailingid, body: 'none' })],
  ];
  test.each(edits)('a change of %s makes another one, which nobody who saw the former sends', async (_, edit) => {
    const mailingid = await createSendout(service, html);
    const seen = { 'If-Match': `"${await versionOf(mailingid)}"` };
    expect((await edit(mailingid)).ok).toBe(true);
    const at = { date: '2099-01-01', hours: '10', minutes: '00' };
    for (const refused of [
      await service.client.mailings.sendNow({ mailingid, ...seen }),
      await service.client.regularMailings.createSchedule({ mailingid, ...at, ...seen }),
      await service.client.regularMailings.updateSchedule({ mailingid, ...at, ...seen }),
    ])
      expect(refused).toMatchObject({ status: 409, error: { message: expect.stringMatching(changed) } });
    const present = `"${await versionOf(mailingid)}"`;
    const weak = { 'If-Match': `${seen['If-Match']}, W/${present}` };
    expect((await service.client.regularMailings.createSchedule({ mailingid, ...at, ...weak })).status).toBe(409);
    const either = { 'If-Match': `${seen['If-Match']}, ${present}` };
    await service.client.regularMailings.createSchedule({ mailingid, ...at, ...either }).orThrow();
  });

  test('what changes nothing that is sent makes none; any version is right for *, and for a caller who names none', async () => {
    const mailingid = await createSendout(service, html);
    const version = await versionOf(mailingid);
    await service.client.mailings.setTags({ mailingid, body: 'spring' }).orThrow();
    await service.client.mailings.setSpeedLevel({ mailingid, body: 'low' }).orThrow();
    await service.client.account.updatePlaceholders({ body: [{ key: 'OTHER', value: 'x' }] }).orThrow();
    expect(await versionOf(mailingid)).toBe(version);
    const at = { date: '2099-01-01', hours: '10', minutes: '00' };
    await service.client.regularMailings.createSchedule({ mailingid, ...at, 'If-Match': '*' }).orThrow();
    await service.client.regularMailings.updateSchedule({ mailingid, ...at }).orThrow();
    expect((await service.client.mailings.sendNow({ mailingid, 'If-Match': 'no quotes' })).status).toBe(400);
  });
});

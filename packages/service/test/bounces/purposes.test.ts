import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailServer } from '../../src/platform/mail-server/mail-server.ts';
import { openBouncePort } from '../support/bounce-port.ts';
import { complaint, notification } from '../support/bounce-report.ts';
import { databases } from '../support/database.ts';
import { releaseOptInMailing } from '../support/opt-in.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const bounceDomain = 'bounces.example.org';
/** What another process does takes its time on a busy machine. */
const patient = { timeout: 60_000 };
const html = '<p>Hello</p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a>';

describe.each(databases())('mails of other purposes that come back on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let receiver: MailServer;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url, {}, { bounceDomain });
    receiver = await openBouncePort(service);
  });
  afterAll(async () => {
    await receiver?.close();
    await service?.close();
    await smtp?.close();
  });

  const deliver = async (to: string, raw: string) => {
    const transport = createTransport({ host: '127.0.0.1', port: receiver.port, tls: { rejectUnauthorized: false } });
    try {
      await transport.sendMail({ envelope: { from: '', to }, raw });
    } finally {
      transport.close();
    }
  };
  /** Asks somebody for a double opt-in. Returns the contact and where the mail can be returned to. */
  const askForOptIn = async (email: string) => {
    const id = await service.client.contacts.createByEmail({ email, doi: true, body: {} }).orThrow();
    const { from } = await smtp.mailTo(email);
    expect(from).toMatch(/^b\+.*@bounces\.example\.org$/);
    return { id, from };
  };
  const reports = (mailing: number) => {
    const { client } = service;
    return {
      bounces: async () => (await client.reports.listBounces({ mailing_id: [mailing] }).orThrow()).items,
      recipients: () => client.reportCounts.recipients({ mailing_id: [mailing] }).orThrow(),
    };
  };

  test('an opt-in mail is among the recipients of its mailing, and its bounces and complaints count', async () => {
    const mailing = await releaseOptInMailing(service, 'default');
    const { bounces, recipients } = reports(mailing);
    const bounced = await askForOptIn('gone@example.org');
    await expect.poll(recipients, patient).toBe(1);
    await deliver(bounced.from, notification('opt-in'));
    expect(await bounces()).toMatchObject([
      { mailing_id: mailing, contact: { id: bounced.id }, type: 'permanent', status_code: '5.1.1' },
    ]);

    const annoyed = await askForOptIn('annoyed@example.org');
    await deliver(annoyed.from, complaint('opt-in'));
    const { items } = await service.client.reports.listUnsubscriptions({ ids: [annoyed.id] }).orThrow();
    expect(items).toMatchObject([{ mailing_id: mailing, source: 'complaint' }]);

    smtp.refused.set('refused@example.org', '550 5.1.1 No such user');
    await service.client.contacts.createByEmail({ email: 'refused@example.org', doi: true, body: {} }).orThrow();
    await expect.poll(async () => (await bounces()).length, patient).toBe(2);
    await expect.poll(recipients, patient).toBe(2);
  });

  test.each(['test sendout', 'approval'] as const)(
    'a mail of a %s that comes back is told by its check alone',
    async (what) => {
      const { mailingChecks, contactFilters, contacts, targetGroups, reports: lists } = service.client;
      const address = (name: string) => `${name}@${what.replace(' ', '-')}.example`;
      const ids = await Promise.all(
        ['ann', 'bob'].map((name) =>
          contacts.createByEmail({ email: address(name), permission: 5, body: {} }).orThrow(),
        ),
      );
      const rules = [{ field: 'EMAIL', operator: 'CONTAINS' as const, value: address('') }];
      const contact_filter_id = await contactFilters.create({ body: { name: what, rules } }).orThrow();
      const test_targetgroup_id = await targetGroups
        .create({ body: { name: what, type: 'test', contact_filter_id } })
        .orThrow();
      const mailingid = await createSendout(service, html);
      const asked = { mailingid, test_targetgroup_id };
      if (what === 'approval') await mailingChecks.startApproval(asked).orThrow();
      else await mailingChecks.startTestSendout(asked).orThrow();
      const read = async () =>
        what === 'approval'
          ? mailingChecks.getApproval({ mailingid }).orThrow()
          : mailingChecks.getTestSendout({ mailingid }).orThrow();
      expect((await read()).findings).toEqual([]);
      const { from } = await smtp.mailTo(address('bob'));
      for (const id of ['one', 'two']) await deliver(from, notification(`${what}-${id}`.replace(' ', '-')));
      await deliver(from, complaint('trial'));
      service.wakeWorker();
      const finding = {
        code: 'not_sent',
        severity: 'warning',
        message: 'The mail was not accepted: it came back with status 5.1.1',
        location: `contact ${ids[1]}`,
      };
      await expect.poll(async () => (await read()).findings, patient).toMatchObject([finding]);
      expect((await read()).state).toBe('warning');

      const { bounces, recipients } = reports(mailingid);
      expect([await bounces(), await recipients()]).toEqual([[], 0]);
      expect((await lists.listUnsubscriptions({ ids }).orThrow()).items).toEqual([]);
      expect((await lists.listBlocks({ ids }).orThrow()).items).toEqual([]);
    },
  );
});

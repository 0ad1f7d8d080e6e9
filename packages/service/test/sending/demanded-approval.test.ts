import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demandApproval } from '../../src/account/settings.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const html = '<h1>News</h1><p>Hello</p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a> Imprint: A street 1';

describe.each(usualDatabases())('an account that demands approvals, on $kind', ({ open }) => {
  let service: TestService;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
    service = await startTestService(await open(), sink.url);
    await demandApproval(service.db, service.accountId, true);
  });
  afterAll(async () => {
    await service?.close();
    await sink?.close();
  });

  async function askForApproval(mailingid: number): Promise<string[]> {
    const before = sink.mails.length;
    const test_targetgroup_id = await service.groupId('test');
    await service.client.mailingChecks.startApproval({ mailingid, test_targetgroup_id }).orThrow();
    return sink.mails.slice(before).map(({ email }) => /href="[^"]+(\/approve\/[^"]+)"/.exec(email.html!)![1]!);
  }
  const decide = async (path: string, decision: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await service.fetch(service.origin + path, {
      method: 'POST',
      headers,
      body: `decision=${decision}`,
    });
    expect(answer.status).toBe(200);
  };

  test('nothing is sent before everybody has approved the present content', async () => {
    const { client } = service;
    const mailingid = await createSendout(service, html);
    const refusals: string[] = [];
    const fails = async () => {
      const answer = await client.mailings.sendNow({ mailingid });
      refusals.push(answer.ok ? 'sent' : answer.error.message.replace(/^.*is not ready to be sent\. /, ''));
    };
    await fails();
    const links = await askForApproval(mailingid);
    expect(links.length).toBeGreaterThan(1);
    await decide(links[0]!, 'approved');
    await fails();
    for (const link of links.slice(1)) await decide(link, 'approved');
    await client.mailings.setSubject({ mailingid, body: 'Another subject' }).orThrow();
    await fails();
    for (const link of await askForApproval(mailingid)) await decide(link, 'rejected');
    await fails();
    for (const link of await askForApproval(mailingid)) await decide(link, 'approved');
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    expect(await outcomes(service, mailingid)).toEqual({ sent: 6 });
    expect(refusals).toEqual([
      'The approval that the account demands is missing for the present content.',
      'The approval that the account demands is not complete.',
      'The approval that the account demands is missing for the present content.',
      'The approval that the account demands was refused.',
    ]);
  });

  test('a mailing without quality checks is sent without one', async () => {
    const mailingid = await createSendout(service, html);
    await service.client.mailings.disableQosChecks({ mailingid }).orThrow();
    await service.client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
  });
});

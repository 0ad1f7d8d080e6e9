import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const unsubscribe = '<p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a> Imprint: A street 1</p>';

describe.each(usualDatabases())('mailings in Liquid on $kind', ({ open }) => {
  let service: TestService;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
    service = await startTestService(await open(), sink.url);
  });
  afterAll(async () => {
    await service?.close();
    await sink?.close();
  });

  async function createLiquid(subject: string, html: string, text?: string): Promise<number> {
    const { client } = service;
    const mailingid = await createSendout(service, html + unsubscribe);
    await client.mailings.setSubject({ mailingid, body: subject }).orThrow();
    if (text) await client.mailings.setText({ mailingid, body: `${text} [[LINK|UNSUBSCRIBE]]` }).orThrow();
    const body = [{ key: 'template_engine', value: 'liquid' }];
    await client.mailingProperties.add({ mailingid, body }).orThrow();
    return mailingid;
  }

  test('every recipient gets a mail of their own, its links are tracked, and pages show the same', async () => {
    const { client, origin } = service;
    const mailingid = await createLiquid(
      'Liquid for {{ contact.FIRSTNAME | upcase | default: "all" }}',
      '{% if contact.FIRSTNAME == "Ada" %}<a href="https://a.example/x">For [[CONTACT|FIRSTNAME]]</a>{% else %}<b>{{ contact.LASTNAME }}</b>{% endif %}',
      'Hi {{ contact.FIRSTNAME }} of {{ account.NAME }}, {{ mailing.ID }}',
    );
    await client.mailings
      .setPreviewText({ mailingid, body: 'For {{ contact.FIRSTNAME | default: "you" }} & all' })
      .orThrow();
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    expect(await outcomes(service, mailingid)).toEqual({ sent: 6 });
    const mails = sink.mails.filter(({ email }) => email.subject?.startsWith('Liquid for'));
    expect(mails.map(({ email }) => email.subject)).toContain('Liquid for ELIF');
    const { email } = mails.find(({ to }) => to[0]!.startsWith('ada'))!;
    expect(email.html).toMatch(/>For Ada &amp; all<.*<a href="https:\/\/[^"]+\/c\/[\w-]+">For Ada<\/a>/s);
    expect(email.text).toMatch(new RegExp(`^Hi Ada of .+, ${mailingid} https://`));
    const other = mails.find(({ to }) => to[0]!.startsWith('ben'))!.email.html!;
    expect(other).not.toContain('For Ben<');
    expect(other).toMatch(/<b>\w+<\/b>/);

    const archive = await client.mailings.getArchiveUrl({ mailingid }).orThrow();
    const shown = await (await service.fetch(archive.replace(/^https:\/\/[^/]+/, origin))).text();
    expect(shown).toContain('<b></b>');
    expect(shown).not.toContain('{%');
  });

  test('what cannot be filled is said by the check, by test mails and by the sendout', async () => {
    const { client } = service;
    const mailingid = await createLiquid('Broken', '<p>{% if contact.FIRSTNAME %}Hello</p>');
    const email = 'ada.lovelace@example.org';
    expect(await client.mailingChecks.sendTestEmail({ mailingid, email })).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/^The html cannot be filled: .*not closed, line:1/) },
    });
    await client.mailingChecks.startPersonalization({ mailingid }).orThrow();
    const check = await vi.waitFor(() => client.mailingChecks.getPersonalization({ mailingid }).orThrow());
    expect(check).toMatchObject({ state: 'failed', findings: [{ code: 'template_error', location: 'html' }] });
    await client.mailingChecks.startSpam({ mailingid }).orThrow();
    const spam = await vi.waitFor(() => client.mailingChecks.getSpam({ mailingid }).orThrow());
    expect(spam).toMatchObject({ state: 'failed', findings: [{ code: 'template_error', location: 'html' }] });
    expect(await client.mailings.sendNow({ mailingid })).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/html: The mail cannot be rendered: .*not closed, line:1/) },
    });
    await client.mailings.disableQosChecks({ mailingid }).orThrow();
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'failed');
    const log = service.db.selectFrom('mailing_transition').select(['from_state', 'reason']);
    const moves = log.where('mailing_id', '=', mailingid).where('to_state', '=', 'failed').orderBy('id');
    expect((await moves.execute()).map(({ from_state, reason }) => [from_state, reason])).toEqual([
      ['preparing', expect.stringMatching(/^The html cannot be filled: .*not closed, line:1/)],
    ]);
  });

  test('the check lists variables, tells what is unknown or conditional, and for how many no mail can be made', async () => {
    const { client } = service;
    const mailingid = await createLiquid(
      'Checked {{ contact.FIRSTNAME | default: "all" }}',
      '<h1>News</h1>{% if contact.LASTNAME %}{{ property.X }}[[CONTACT|CITY]]{% endif %}{{ wrong.thing }}{% if contact.FIRSTNAME == "Ada" %}{% for i in (1..20000000) %}{% endfor %}{% endif %}',
    );
    await client.mailingChecks.startPersonalization({ mailingid }).orThrow();
    const check = await vi.waitFor(() => client.mailingChecks.getPersonalization({ mailingid }).orThrow(), 10_000);
    expect(check.personalizations).toEqual([
      { type: 'CONTACT', property_name: 'CITY', occurs_in_conditional_content: true },
      { type: 'LINK', property_name: 'UNSUBSCRIBE', occurs_in_conditional_content: false },
      { type: 'CONTACT', property_name: 'FIRSTNAME', fallback_value: 'all', occurs_in_conditional_content: false },
      { type: 'CONTACT', property_name: 'LASTNAME', occurs_in_conditional_content: false },
      { type: 'CONTACT', property_name: 'FIRSTNAME', occurs_in_conditional_content: false },
      { type: 'PROPERTY', property_name: 'X', occurs_in_conditional_content: true },
    ]);
    expect(check).toMatchObject({ state: 'failed', errors: 1 });
    expect(check.findings?.map(({ code, message }) => [code, message])).toEqual([
      ['tag_unknown', 'The mailing has no property X.'],
      ['variable_unknown', 'There is no variable wrong; there are contact, mailing, account, property, event.'],
      ['template_error', expect.stringContaining('memory alloc limit exceeded')],
    ]);
  });
});

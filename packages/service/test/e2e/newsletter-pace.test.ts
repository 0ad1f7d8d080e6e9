import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const html = '<p>News</p><a href="[[LINK|PROFILE]]">preferences</a><a href="[[LINK|UNSUBSCRIBE]]">leave</a>';

describe.each(usualDatabases())('what contacts want to receive, on $kind', ({ open }) => {
  let service: TestService;
  let smtp: SmtpSink;
  let topic: string;
  const people = ['weekly', 'paused', 'all'].map((name) => `${name}@reader.example`);
  const address = (name: string) => `${name}@reader.example`;

  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    const { client, db } = service;
    await db.deleteFrom('contact').execute();
    for (const email of people) await client.contacts.createByEmail({ email, permission: 2, body: {} }).orThrow();
    await client.contacts.createCustomField({ field: 'NEWS', type: 'boolean' }).orThrow();
    // Without double opt-in: a form that needs a confirmation mailing is created off while there is none.
    const given = { consent: 'I would like to receive letters.', double_opt_in: false };
    const topics = (label: string) => [{ field: 'NEWS', label }];
    const forms = [
      { name: 'Deutsch', language: 'de' as const, ...given, topics: topics('Neues im Monat') },
      { name: 'English', ...given, topics: topics('News of the month') },
      { name: 'Old', ...given, topics: [], active: false },
    ];
    for (const body of forms) await client.signUpForms.create({ body }).orThrow();
    const { id } = await db
      .selectFrom('custom_field')
      .select('id')
      .where('name', '=', 'NEWS')
      .executeTakeFirstOrThrow();
    topic = `custom-${id}`;
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  async function send(): Promise<number> {
    const mailingid = await createSendout(service, html);
    await service.client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    return mailingid;
  }
  const preferencesOf = async (name: string) =>
    /https:\/\/[^"]+\/p\/[\w-]+/.exec((await smtp.mailTo(address(name))).email.html!)![0];
  async function post(url: string, fields: [string, string][]): Promise<string> {
    const answer = await service.fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    expect(answer.status).toBe(200);
    return answer.text();
  }
  const contact = (name: string) =>
    service.db.selectFrom('contact').selectAll().where('email', '=', address(name)).executeTakeFirstOrThrow();

  test('a pause and a frequency hold back the next newsletter, and the sendout counts why', async () => {
    const first = await send();
    expect(await outcomes(service, first)).toEqual({ sent: 3 });
    const weekly = await post(await preferencesOf('weekly'), [['frequency', '7']]);
    expect(weekly).toContain('<option value="7" selected>At most one a week</option>');
    const paused = await post(await preferencesOf('paused'), [['pause', '30']]);
    expect(paused).toMatch(/<option value="" selected>No newsletters until \w+ \d+, \d{4}<\/option>/);

    const second = await send();
    expect(await outcomes(service, second)).toEqual({ sent: 1 });
    const { removed } = await service.db
      .selectFrom('sendout')
      .select('removed')
      .where('mailing_id', '=', second)
      .executeTakeFirstOrThrow();
    expect(removed).toEqual({ frequency: 1, paused: 1 });

    await post(await preferencesOf('paused'), [['pause', '0']]);
    await post(await preferencesOf('weekly'), [['frequency', '0']]);
    expect(await outcomes(service, await send())).toEqual({ sent: 3 });
  });

  test('topics of forms are chosen and given up, in the words of the language', async () => {
    const url = await preferencesOf('all');
    expect(await (await service.fetch(url)).text()).toMatch(
      new RegExp(`value="${topic}"> News of the month</label><input type="hidden" name="shown" value="${topic}">`),
    );
    const id = topic.replace('custom-', '');
    const change = async (...topics: string[]) => {
      await post(url, [['shown', topic], ...topics.map((name): [string, string] => ['topic', name])]);
      return (await contact('all')).custom_fields[id];
    };
    expect([await change(), await change(topic), await change()]).toEqual([undefined, true, false]);
    await post(url, [['topic', topic]]);
    expect((await contact('all')).custom_fields[id]).toBe(false);
  });

  test('choices that are not offered change nothing, and a number of days that a program has set is kept', async () => {
    await service.db.updateTable('contact').set({ newsletter_days: 14 }).where('email', '=', address('all')).execute();
    const shown = await post(await preferencesOf('all'), [
      ['frequency', ''],
      ['pause', '9999'],
    ]);
    expect(shown).toContain('<option value="" selected>At most one in 14 days</option>');
    expect(await contact('all')).toMatchObject({ newsletter_days: 14, paused_until: null });
  });

  test('the page to unsubscribe leads to the preferences, which tell who has unsubscribed so', async () => {
    const url = await preferencesOf('all');
    const leave = /https:\/\/[^"]+\/u\/[\w-]+/.exec((await smtp.mailTo(address('all'))).email.html!)![0];
    expect(await (await service.fetch(leave)).text()).toContain(`href="${url}"`);
    await post(leave, []);
    const shown = await post(url, [
      ['shown', topic],
      ['topic', topic],
      ['pause', '30'],
    ]);
    expect(shown).toContain('You receive no newsletters from');
    expect(shown).not.toContain('name="pause"');
    expect(await contact('all')).toMatchObject({ paused_until: null, permission: 1 });
  });
});

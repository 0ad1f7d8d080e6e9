import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTrust } from '../../src/platform/http/trusted-proxy.ts';
import { isProof } from '../../src/sign-up/door/ticket.ts';
import { databases } from '../support/database.ts';
import { confirmLink, releaseOptInMailing } from '../support/opt-in.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ticketOf } from '../support/sign-up.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const site = 'https://www.example.com';

describe.each(databases())('the public door of sign-up forms on $kind', ({ open }) => {
  let service: TestService;
  let smtp: SmtpSink;
  let made = 0;
  let visitors = 0;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url, {}, { trustsHop: readTrust('1') });
    await releaseOptInMailing(service, 'default');
    await service.client.contacts.createCustomField({ field: 'NEWS', type: 'boolean' }).orThrow();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  /** Each visitor comes from a network of its own. */
  const visitor = () => ({ 'x-forwarded-for': `10.${++visitors >> 8}.${visitors & 255}.1` });
  const create = (draft = {}) =>
    service.client.signUpForms
      .create({ body: { name: `Form ${++made}`, consent: 'I want news.', ...draft } })
      .orThrow();
  type Form = Awaited<ReturnType<typeof create>>;

  const entered = async (form: Form, fields: Record<string, string>) => ({
    consent: 'true',
    version: String(form.consent_version),
    ticket: await ticketOf(service, form.id),
    ...fields,
  });
  async function post(form: Form, fields: Record<string, string>) {
    const body = new URLSearchParams(await entered(form, fields));
    const answer = await service.fetch(form.url, { method: 'POST', body, redirect: 'manual', headers: visitor() });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
  async function postJson(form: Form, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = JSON.stringify(await entered(form, fields));
    const answer = await service.fetch(form.url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...visitor(), ...headers },
    });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> };
  }
  const contactOf = (email: string) =>
    service.client.contacts.getByEmail({ email, standard_field: ['FIRSTNAME'], custom_field: ['NEWS'] }).orThrow();
  const signUpsOf = (form: Form) => service.client.signUpForms.listSignUps({ formId: form.id }).orThrow();
  const confirm = async (email: string, number = 1) => {
    const link = confirmLink((await smtp.mailTo(email, number)).email);
    expect((await service.fetch(link, { method: 'POST' })).status).toBe(200);
  };

  test('what was entered counts with the confirmation, and the mail has nothing of it', async () => {
    const form = await create({
      fields: [{ name: 'FIRSTNAME', required: true }],
      topics: [{ field: 'NEWS', label: 'News' }],
      values: [{ field: 'CITY', text: 'Fair' }],
    });
    const { fields } = await service.client.signUpForms.get({ formId: form.id }).orThrow();
    expect(fields).toEqual([{ name: 'FIRSTNAME', required: true }]);
    const email = 'new@reader.example';
    expect(await post(form, { email, FIRSTNAME: 'BUY-NOW', NEWS: 'true' })).toMatchObject({ status: 200 });
    expect(await contactOf(email)).toMatchObject({ permission: 1, standard_fields: [{ value: null }] });
    const mail = await smtp.mailTo(email, 1);
    expect(JSON.stringify(mail.email)).not.toContain('BUY-NOW');
    expect((await signUpsOf(form)).items).toEqual([
      expect.objectContaining({ email, consent: 'I want news.', consent_version: 1 }),
    ]);
    expect((await signUpsOf(form)).items[0]).not.toHaveProperty('confirmed');
    // Another text is another version; who has agreed to the first one keeps it.
    await service.client.signUpForms.update({ formId: form.id, body: { name: 'x', consent: 'More news.' } }).orThrow();
    await confirm(email);
    expect(await contactOf(email)).toMatchObject({
      permission: 4,
      standard_fields: [{ value: 'BUY-NOW' }],
      custom_fields: [{ name: 'NEWS', value: 'true' }],
    });
    expect((await signUpsOf(form)).items[0]).toMatchObject({ confirmed: expect.any(String), consent: 'I want news.' });
  });

  test('a known address gets the same answer and a mail, and is changed by nobody else', async () => {
    const form = await create({ fields: [{ name: 'FIRSTNAME' }] });
    const known = 'known@reader.example';
    const body = { standard_fields: [{ name: 'FIRSTNAME', value: 'Ada' }] };
    await service.client.contacts.createByEmail({ email: known, permission: 5, body }).orThrow();
    const [first, second] = [
      await post(form, { email: known, FIRSTNAME: 'Eve' }),
      await post(form, { email: 'unknown@reader.example', FIRSTNAME: 'Eve' }),
    ];
    expect([first.status, first.text]).toEqual([second.status, second.text]);
    expect(await contactOf(known)).toMatchObject({ permission: 5, standard_fields: [{ value: 'Ada' }] });
    await smtp.mailTo('unknown@reader.example', 1);
    await confirm(known);
    expect(await contactOf(known)).toMatchObject({ permission: 5, standard_fields: [{ value: 'Eve' }] });
  });

  test('a newer sign-up of somebody else ends no link; the link that is used ends the others', async () => {
    const form = await create({ fields: [{ name: 'FIRSTNAME' }] });
    const email = 'twice@reader.example';
    await post(form, { email, FIRSTNAME: 'Ada' });
    const own = confirmLink((await smtp.mailTo(email, 1)).email);
    await post(form, { email, FIRSTNAME: 'Eve' });
    const other = confirmLink((await smtp.mailTo(email, 2)).email);
    expect(other).not.toBe(own);
    expect((await service.fetch(own, { method: 'POST' })).status).toBe(200);
    expect((await service.fetch(other, { method: 'POST' })).status).toBe(404);
    expect(await contactOf(email)).toMatchObject({ permission: 4, standard_fields: [{ value: 'Ada' }] });
    // A program is trusted: what it asks is what counts.
    await post(form, { email, FIRSTNAME: 'Eve' });
    const third = confirmLink((await smtp.mailTo(email, 3)).email);
    expect((await service.fetch(third)).status).toBe(200);
    expect((await service.fetch(own)).status).toBe(200);
  });

  test('an address gets three mails a day, and the answers stay the same', async () => {
    const form = await create();
    const email = 'often@reader.example';
    const answers = [];
    for (let time = 0; time < 5; time++) answers.push(await post(form, { email }));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await signUpsOf(form)).items).toHaveLength(3);
  });

  test('without double opt-in, a new contact has all, and a known one gets only what it lacks', async () => {
    const form = await create({
      double_opt_in: false,
      fields: [{ name: 'FIRSTNAME' }],
      topics: [{ field: 'NEWS', label: 'x' }],
    });
    const [fresh, known] = ['single@reader.example', 'lacking@reader.example'];
    const body = { standard_fields: [{ name: 'FIRSTNAME', value: 'Ada' }] };
    await service.client.contacts.createByEmail({ email: known, permission: 3, body }).orThrow();
    for (const email of [fresh, known]) await post(form, { email, FIRSTNAME: 'Eve', NEWS: 'on' });
    const topic = [{ name: 'NEWS', value: 'true' }];
    expect(await contactOf(fresh)).toMatchObject({
      permission: 2,
      standard_fields: [{ value: 'Eve' }],
      custom_fields: topic,
    });
    expect(await contactOf(known)).toMatchObject({
      permission: 3,
      standard_fields: [{ value: 'Ada' }],
      custom_fields: topic,
    });
    expect((await signUpsOf(form)).items.map(({ confirmed }) => typeof confirmed)).toEqual(['string', 'string']);
  });

  test.each<[string, Record<string, string>, number, RegExp]>([
    ['no address', { email: 'nobody' }, 400, /aria-invalid="true" aria-describedby="email-note"/],
    ['no consent', { consent: '' }, 400, /aria-describedby="consent-note"/],
    ['no value', { FIRSTNAME: '' }, 400, /aria-describedby="FIRSTNAME-note"/],
    ['no ticket', { ticket: '' }, 200, /press the button once more/],
    ['an older text', { version: '0' }, 200, /press the button once more/],
  ])('a form with %s is shown again, and nothing is stored', async (_, fields, status, wanted) => {
    const form = await create({ fields: [{ name: 'FIRSTNAME', required: true }] });
    const answer = await post(form, { email: 'wrong@reader.example', FIRSTNAME: '"Ada"', ...fields });
    expect(answer).toMatchObject({ status, text: expect.stringMatching(wanted) });
    if (fields.FIRSTNAME === undefined) expect(answer.text).toContain('value="&quot;Ada&quot;"');
    expect((await signUpsOf(form)).items).toEqual([]);
  });

  test('who fills in what nobody sees is thanked, and nothing is stored', async () => {
    const form = await create();
    const answer = await post(form, { email: 'robot@reader.example', homepage: 'https://spam.example' });
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('Thank you') });
    expect((await signUpsOf(form)).items).toEqual([]);
  });

  test('scripts of allowed sites send JSON, and others are refused', async () => {
    const form = await create({ origins: [site] });
    const preflight = await service.fetch(form.url, { method: 'OPTIONS', headers: { origin: site } });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(site);
    const ticket = await service.fetch(`${form.url}/ticket`, { headers: { origin: site } });
    expect(await ticket.json()).toEqual({ ticket: expect.any(String), wait: 2 });
    const good = await postJson(form, { email: 'json@reader.example' }, { origin: site });
    expect(good).toMatchObject({
      status: 200,
      json: { message: expect.stringContaining('We have sent you an email') },
    });
    expect(good.headers.get('access-control-allow-origin')).toBe(site);
    expect((await signUpsOf(form)).items).toEqual([expect.objectContaining({ page: site })]);
    const bad = await postJson(form, { email: 'x@reader.example' }, { origin: 'https://evil.example' });
    expect(bad).toMatchObject({ status: 403, json: { message: expect.stringContaining('origins') } });
    expect(bad.headers.get('access-control-allow-origin')).toBe(null);
    expect(await postJson(form, { email: 'x' })).toMatchObject({ status: 400, json: { fields: ['email'] } });
    expect(await postJson(form, { ticket: 'x' })).toMatchObject({ status: 428 });
    const broken = { method: 'POST', body: '[1', headers: { 'content-type': 'application/json' } };
    expect((await service.fetch(form.url, broken)).status).toBe(400);
  });

  test('the page after the sign-up may be elsewhere', async () => {
    const form = await create({ thanks_url: 'https://www.example.com/vielen-dank-schön' });
    const answer = await post(form, { email: 'elsewhere@reader.example' });
    const thanks = 'https://www.example.com/vielen-dank-sch%C3%B6n';
    expect([answer.status, answer.headers.get('location')]).toEqual([303, thanks]);
    const page = await service.fetch(form.url);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://www.example.com;");
  });

  test('forms that are not active, deleted or unusable are told apart from nothing', async () => {
    const form = await create({ active: false });
    expect((await service.fetch(form.url)).status).toBe(404);
    const mailingid = await releaseOptInMailing(service, 'withdrawn-later');
    const unusable = await create({ doi_mailing: 'withdrawn-later' });
    await service.client.mailingActions.withdraw({ mailingid }).orThrow();
    expect(await post(unusable, { email: 'a@reader.example' })).toMatchObject({ status: 503 });
    expect(service.log.at(-1)).toMatch(/^Sign-up form \d+ of account \d+ cannot be used: .*withdrawn-later/);
  });

  test('under attack, only those who work for it sign up, and never more than the limit', async () => {
    const form = await create({ hourly_limit: 8 });
    const hostile = await Promise.all(
      Array.from({ length: 50 }, (_, n) => postJson(form, { email: `hostile@victim-${made}-${n}.example` })),
    );
    expect(hostile.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(8);
    expect((await (await service.fetch(`${form.url}/ticket`)).json()) as object).toMatchObject({ bits: 16 });
    expect(await postJson(form, { email: 'late@reader.example' })).toMatchObject({ status: 428 });
    const ticket = await ticketOf(service, form.id);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) {
      const email = `worked@reader-${made}-${n}.example`;
      let proof = 0;
      while (!isProof(ticket, email, String(proof))) proof++;
      statuses.push((await postJson(form, { email, ticket, proof: String(proof) })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    const { items } = await signUpsOf(form);
    expect(items).toHaveLength(8);
  });

  test('one client signs up at most twenty times at once', async () => {
    const form = await create({ hourly_limit: 100_000 });
    const one = { 'x-forwarded-for': '192.0.2.1' };
    const statuses = new Map<number, number>();
    for (let n = 0; n < 22; n++) {
      const { status, headers } = await postJson(form, { email: `one-${n}@reader.example` }, one);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 20, 429: 2 });
  });

  test('an erased contact leaves no sign-up', async () => {
    const form = await create({ fields: [{ name: 'FIRSTNAME' }] });
    const email = 'erased@reader.example';
    await post(form, { email, FIRSTNAME: 'Zoe' });
    expect((await signUpsOf(form)).items).toHaveLength(1);
    await service.client.contacts.deleteByEmail({ email }).orThrow();
    expect((await signUpsOf(form)).items).toEqual([]);
  });
});

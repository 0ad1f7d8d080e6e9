import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { releaseOptInMailing } from '../support/opt-in.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(databases())('sign-up forms on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { worker: false });
    await service.client.contacts.createCustomField({ field: 'NEWS', type: 'boolean' }).orThrow();
  });
  afterAll(() => service?.close());

  test('a form is created, read, changed, listed and deleted', async () => {
    const { signUpForms } = service.client;
    const draft = {
      name: 'Web site',
      title: 'News & more',
      fields: [{ name: 'FIRSTNAME', required: true }, { name: 'CITY' }],
      topics: [{ field: 'NEWS', label: 'News of the month' }],
      values: [{ field: 'ORGANIZATION', text: 'Fair' }],
      consent: 'I want news.',
      origins: ['https://WWW.example.com'],
    };
    const form = await signUpForms.create({ body: draft }).orThrow();
    // Nobody could confirm yet.
    expect(form.active).toBe(false);
    await releaseOptInMailing(service, 'default');
    expect(await signUpForms.update({ formId: form.id, body: draft }).orThrow()).toEqual({ ...form, active: true });
    expect({ ...form, active: true }).toEqual({
      ...draft,
      id: form.id,
      url: expect.stringMatching(new RegExp(`^${service.origin}/forms/[\\w-]{22}$`)),
      language: 'en',
      fields: [
        { name: 'FIRSTNAME', required: true },
        { name: 'CITY', required: false },
      ],
      double_opt_in: true,
      doi_plus: false,
      origins: ['https://www.example.com'],
      hourly_limit: 500,
      active: true,
      consent_version: 1,
      created: expect.any(String),
    });
    expect(await signUpForms.get({ formId: form.id }).orThrow()).toEqual({ ...form, active: true });
    const { title: _, ...shorter } = draft;
    const changed = await signUpForms
      .update({ formId: form.id, body: { ...shorter, fields: [], language: 'de', consent: 'Ja.' } })
      .orThrow();
    expect(changed).toMatchObject({ url: form.url, language: 'de', fields: [], consent: 'Ja.', consent_version: 2 });
    expect(changed).not.toHaveProperty('title');
    const same = await signUpForms.update({ formId: form.id, body: { ...shorter, consent: 'Ja.' } }).orThrow();
    expect(same.consent_version).toBe(2);
    expect(await signUpForms.list().orThrow()).toEqual([same]);
    await signUpForms.delete({ formId: form.id }).orThrow();
    expect(await signUpForms.list().orThrow()).toEqual([]);
    expect(await signUpForms.get({ formId: form.id })).toMatchObject({ ok: false, status: 404 });
  });

  test('a field follows its name, and leaves the form when it is deleted', async () => {
    const { signUpForms, contacts } = service.client;
    await contacts.createCustomField({ field: 'HAT', type: 'string' }).orThrow();
    const body = { name: 'Hats', consent: 'Yes.', fields: [{ name: 'HAT' }, { name: 'CITY' }] };
    const { id: formId } = await signUpForms.create({ body }).orThrow();
    await contacts.renameCustomField({ oldname: 'HAT', newname: 'CAP' }).orThrow();
    const names = async () => (await signUpForms.get({ formId }).orThrow()).fields!.map(({ name }) => name);
    expect(await names()).toEqual(['CAP', 'CITY']);
    await contacts.deleteCustomField({ field: 'CAP' }).orThrow();
    expect(await names()).toEqual(['CITY']);
    await signUpForms.delete({ formId }).orThrow();
  });

  test('everything that is wrong is told at once', async () => {
    const body = { name: 'x', consent: 'y', fields: [{ name: 'SCARF' }], origins: ['https://me@a.example'] };
    const refused = await service.client.signUpForms.create({ body });
    expect(refused).toMatchObject({ ok: false, status: 400 });
    expect(JSON.stringify(refused)).toMatch(/origins must have.*SCARF/);
  });

  test('an account has at most 100 forms, also if several are created at once', async () => {
    const create = () => service.client.signUpForms.create({ body: { name: 'x', consent: 'y' } });
    const answers = await Promise.all(Array.from({ length: 101 }, create));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(100);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ status: 409 });
  });
});

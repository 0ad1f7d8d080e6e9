import type { Client } from '@mailwright/client';
import { operations } from '@mailwright/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Answer {
  status: number;
  headers: Headers;
  data?: unknown;
  error?: unknown;
}
type Seen = { 'If-Match'?: string };

/** Something that people change, and how. */
interface Row {
  operation: string;
  /** Creates it, and returns how to get it and how to change it to one of two values. */
  make(client: Client): Promise<{ get(): PromiseLike<Answer>; change(at: 0 | 1, seen: Seen): PromiseLike<Answer> }>;
}

const rows: readonly Row[] = [
  {
    operation: 'updateContact',
    async make({ contacts }) {
      const id = Number(await contacts.createByEmail({ email: 'seen@example.com', body: {} }).orThrow());
      const of = { id, ignore_checksum: true };
      const body = (value: string) => ({ standard_fields: [{ name: 'CITY' as const, value }] });
      return {
        get: () => contacts.get({ ...of, standard_field: ['CITY'] }),
        change: (at, seen) => contacts.update({ ...of, body: body(['Bonn', 'Rome'][at]!), ...seen }),
      };
    },
  },
  {
    operation: 'setSunsetPolicy',
    async make({ account }) {
      const body = (days: number) => ({ active: false, days });
      await account.setSunsetPolicy({ body: body(100) }).orThrow();
      return {
        get: () => account.getSunsetPolicy(),
        change: (at, seen) => account.setSunsetPolicy({ body: body([60, 90][at]!), ...seen }),
      };
    },
  },
  {
    operation: 'updateSignUpForm',
    async make({ signUpForms }) {
      const body = { name: 'Garden', consent: 'News', double_opt_in: false };
      const { id: formId } = await signUpForms.create({ body }).orThrow();
      return {
        get: () => signUpForms.get({ formId }),
        change: (at, seen) =>
          signUpForms.update({ formId, body: { ...body, consent: ['Daily', 'Weekly'][at]! }, ...seen }),
      };
    },
  },
  {
    operation: 'updateAutomationProgram',
    async make({ marketingAutomation }) {
      const body = { name: 'Seen', state: 'draft' as const, steps: [{ kind: 'wait' as const, duration: 'P1D' }] };
      const { id: programId } = await marketingAutomation.create({ body }).orThrow();
      return {
        get: () => marketingAutomation.get({ programId }),
        change: (at, seen) =>
          marketingAutomation.update({ programId, body: { ...body, name: ['One', 'Two'][at]! }, ...seen }),
      };
    },
  },
  {
    operation: 'updateWebhook',
    async make({ webhooks }) {
      const hook = (path: string) => ({ url: `https://hooks.example.com/${path}`, events: ['bounce' as const] });
      const { id: webhookId } = await webhooks.create({ body: hook('new') }).orThrow();
      return {
        get: () => webhooks.get({ webhookId }),
        change: (at, seen) => webhooks.update({ webhookId, body: hook(['a', 'b'][at]!), ...seen }),
      };
    },
  },
  {
    operation: 'updateMailingTemplate',
    async make({ media }) {
      const { id: templateId } = await media.addTemplate({ path: 'seen', body: '<p>new</p>' }).orThrow();
      const html = ['<p>a</p>', '<p>b</p>'] as const;
      return {
        get: () => media.getTemplateHtml({ templateId }),
        change: (at, seen) => media.updateTemplate({ templateId, body: { html: html[at] }, ...seen }),
      };
    },
  },
  {
    operation: 'updateAccount',
    make: async ({ account }) => ({
      get: () => account.getInfo(),
      change: (at, seen) => account.update({ body: { name: ['Mill', 'Sons'][at]! }, ...seen }),
    }),
  },
  {
    operation: 'setSignOffLimit',
    make: async ({ account }) => ({
      get: () => account.getInfo(),
      change: (at, seen) => account.setSignOffLimit({ body: { above: [100, 200][at]! }, ...seen }),
    }),
  },
  {
    operation: 'setSecondFactorDemand',
    make: async ({ account }) => ({
      get: () => account.getInfo(),
      change: (at, seen) => account.setSecondFactorDemand({ body: { demanded: at === 0 }, ...seen }),
    }),
  },
  {
    operation: 'setAccountBranding',
    make: async ({ account }) => ({
      get: () => account.getBranding({}),
      change: (at, seen) => account.setBranding({ body: { name: ['Garden', 'House'][at]! }, ...seen }),
    }),
  },
  {
    operation: 'setAccountMailStyle',
    make: async ({ account }) => ({
      get: () => account.getMailStyle({}),
      change: (at, seen) => account.setMailStyle({ body: { text_color: ['#111111', '#222222'][at]! }, ...seen }),
    }),
  },
  {
    operation: 'setAccountPlaceholders',
    make: async ({ account }) => ({
      get: () => account.getPlaceholders({}),
      change: (at, seen) => account.setPlaceholders({ body: [{ key: 'SHOP', value: ['a', 'b'][at]! }], ...seen }),
    }),
  },
  {
    operation: 'updateAccountPlaceholders',
    make: async ({ account }) => ({
      get: () => account.getPlaceholders({}),
      change: (at, seen) =>
        account.updatePlaceholders({ body: [{ key: 'BLOG_NAME', value: ['c', 'd'][at]! }], ...seen }),
    }),
  },
];

/** Operations on mailings have tests of their own. */
const ofMailings = /Mailing(?!Template(?!Revision))/;

test('every operation that takes a version has a row', () => {
  const taking = Object.values(operations).filter(({ parameters }) =>
    parameters.some(({ in: place, name }) => place === 'header' && name === 'If-Match'),
  );
  const ids = taking.map(({ id }) => id).filter((id) => !ofMailings.test(id));
  expect(rows.map(({ operation }) => operation).sort()).toEqual(ids.sort());
});

describe.each(usualDatabases())('changes with a version on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  test.each(rows)('$operation changes what was seen, and nothing else', async ({ make }) => {
    const { get, change } = await make(service.client);
    const read = async () => {
      const { headers, data } = await get();
      return { tag: headers.get('etag')!, data };
    };
    expect((await change(0, {})).status).toBeLessThan(300);
    const first = await read();
    expect(first.tag).toMatch(/^"[\w.-]+"$/);
    expect((await read()).tag).toBe(first.tag);

    expect((await change(1, { 'If-Match': first.tag })).status).toBeLessThan(300);
    const second = await read();
    expect(second.tag).not.toBe(first.tag);
    const late = await change(0, { 'If-Match': first.tag });
    expect(late.status).toBe(409);
    expect(String(late.error)).toContain(`the version is ${second.tag} now, not ${first.tag}`);
    expect(await read()).toEqual(second);

    const both = await Promise.all([0, 0].map(() => change(0, { 'If-Match': second.tag })));
    expect(both.map(({ status }) => (status < 300 ? 'changed' : status)).sort()).toEqual([409, 'changed']);
    expect((await change(1, { 'If-Match': '*' })).status).toBeLessThan(300);

    const { tag } = await read();
    expect((await change(0, { 'If-Match': `W/${tag}` })).status).toBe(409);
    expect((await change(0, { 'If-Match': `"other", W/${tag}` })).status).toBe(409);
    expect((await change(0, { 'If-Match': `${tag}, *` })).status).toBe(400);
    expect((await change(0, { 'If-Match': `"other", ${tag}` })).status).toBeLessThan(300);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Mailwright } from '../../../n8n-nodes-mailwright/src/Mailwright.node.ts';
import { MailwrightApi } from '../../../n8n-nodes-mailwright/src/MailwrightApi.credentials.ts';
import { MailwrightTrigger } from '../../../n8n-nodes-mailwright/src/MailwrightTrigger.node.ts';
import type { WebhookFunctions } from '../../../n8n-nodes-mailwright/src/n8n.ts';
import type { GuardedFetch } from '../../src/platform/fetch/fetch.ts';
import { usualDatabases } from '../support/database.ts';
import { n8nFunctions } from '../support/n8n.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('nodes of n8n, on $kind', ({ open }) => {
  let service: TestService;
  /** The request that the service sends to a webhook. */
  const delivered = Promise.withResolvers<{ headers: Record<string, string>; rawBody: Buffer }>();
  const ask: GuardedFetch = async (url, { headers = {}, body = '' } = {}) => {
    delivered.resolve({ headers, rawBody: Buffer.from(body) });
    return { status: 200, headers: {}, body: new Uint8Array(), url, redirects: 0, millis: 0 };
  };
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { ask });
  });
  afterAll(() => service.close());

  const functionsWith = (parameters: Record<string, unknown>, apiKey = service.key) =>
    n8nFunctions({ url: `${service.origin}/1.0`, apiKey, fetch: service.fetch }, parameters);

  /** Runs the node once for each set of parameters. */
  async function run(items: Record<string, unknown>[], { continues = false, apiKey = service.key } = {}) {
    const { parameter: _one, ...functions } = functionsWith({}, apiKey);
    const self = {
      ...functions,
      getInputData: () => items.map(() => ({ json: {} })),
      getNodeParameter: (name: string, item: number, fallback?: unknown) => items[item]![name] ?? fallback,
      continueOnFail: () => continues,
    };
    const [results] = await Mailwright.prototype.execute.call(self);
    return results!.map(({ json, pairedItem }) => [pairedItem!.item, json]);
  }

  test('a contact is made, found and listed; each member of a list is an item', async () => {
    const contacts = { resource: 'contacts', email: 'ada+1@example.org' };
    const fields = { FIRSTNAME: 'Ada', CITY: 'Paris' };
    const options = { permission: 2, standard_fields: JSON.stringify(fields) };
    const [made] = await run([{ ...contacts, operation: 'createByEmail', options }]);
    expect(made).toEqual([0, { value: expect.any(Number) }]);
    const found = await run([
      { ...contacts, operation: 'getByEmail', options: { standard_field: ['FIRSTNAME', 'CITY'] } },
      { resource: 'contacts', operation: 'list', options: { page_size: 2 } },
    ]);
    expect(found[0]).toMatchObject([0, { email: 'ada+1@example.org', permission: 2 }]);
    expect(found.slice(1).map(([item]) => item)).toEqual([1, 1]);
  });

  test('a page of a mailing goes as the text that it is, and comes back so', async () => {
    const [made] = await run([
      { resource: 'mailings', operation: 'create', name: 'From a workflow', subject: 'Hello', options: {} },
    ]);
    const mailingid = (made![1] as { value: number }).value;
    const html = '<p>Hello</p>';
    const common = { resource: 'mailings', mailingid, options: {} };
    await run([{ ...common, operation: 'setHtml', body: html }]);
    expect(await run([{ ...common, operation: 'getHtml' }])).toEqual([[0, { value: html }]]);
  });

  test('a refusal is told in the words of the service: the node fails, or goes on with the other items', async () => {
    const of = (email: string) => ({ resource: 'contacts', operation: 'getByEmail', email });
    const refusal = 'Contact with email nobody@example.org not found. (status 404)';
    await expect(run([of('nobody@example.org')])).rejects.toThrow(refusal);
    const results = await run([of('nobody@example.org'), of('ada+1@example.org')], { continues: true });
    expect(results).toMatchObject([
      [0, { error: refusal }],
      [1, { email: 'ada+1@example.org' }],
    ]);
    await expect(run([{ resource: 'contacts', operation: 'fly' }])).rejects.toThrow('no operation fly of contacts');
    await expect(run([of('a@example.org')], { apiKey: 'mw_wrong-wrong-wrong' })).rejects.toThrow('(status 401)');
  });

  test('the credentials are tested by a request that every key may send', async () => {
    const { test: check } = new MailwrightApi();
    const { url, headers } = check.request;
    const authorization = `Bearer ${service.key}`;
    const answer = await service.fetch(`${service.origin}/1.0${url}`, { headers: { ...headers, authorization } });
    expect(answer.status).toBe(200);
  });

  test('a trigger has its webhook as long as it is active, and takes what is signed with its secret', async () => {
    const trigger = new MailwrightTrigger();
    const { webhookMethods } = trigger;
    const address = 'https://flows.example.com/webhook';
    const { parameter, ...functions } = functionsWith({ events: ['unsubscription'] });
    const hooks = { ...functions, getNodeParameter: parameter, getNodeWebhookUrl: () => address };
    const { checkExists, create, delete: remove } = webhookMethods.default;

    expect(await checkExists.call(hooks)).toBe(false);
    expect(await create.call(hooks)).toBe(true);
    expect(await checkExists.call(hooks)).toBe(true);
    expect(await service.client.webhooks.list().orThrow()).toMatchObject([
      { url: address, events: ['unsubscription'] },
    ]);

    await service.client.contacts.createByEmail({ email: 'goes@example.org', permission: 2, body: {} }).orThrow();
    await service.client.contacts.unsubscribeByEmail({ email: 'goes@example.org' }).orThrow();
    const { headers, rawBody } = await delivered.promise;
    const taken = (bytes: Buffer) => {
      const answers: [number, string][] = [];
      const self: WebhookFunctions = {
        getWorkflowStaticData: () => functions.kept,
        getRequestObject: () => ({ rawBody: bytes, body: JSON.parse(bytes.toString()) }),
        getHeaderData: () => headers,
        getResponseObject: () => ({ status: (code) => ({ send: (text) => answers.push([code, text]) }) }),
      };
      return trigger.webhook.call(self).then(({ workflowData }) => workflowData ?? answers);
    };
    expect(await taken(rawBody)).toMatchObject([[{ json: { type: 'unsubscription' } }]]);
    expect(await taken(Buffer.from('{"type":"unsubscription"}'))).toEqual([
      [401, 'Refused: the signature is not that of the webhook.'],
    ]);

    expect(await remove.call(hooks)).toBe(true);
    expect(await service.client.webhooks.list().orThrow()).toEqual([]);
    expect(functions.kept).toEqual({});
    expect(await checkExists.call(hooks)).toBe(false);
  });
});

import type { OperationTable } from '@mailwright/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRights, generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { insertAccount } from '../../src/account/store.ts';
import { databases } from '../support/database.ts';
import { callRaw, type RawCall } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { dump, fillAccount, secret } from './belongings.ts';
import { exampleRequest, implemented, parametersOf } from './requests.ts';

/** Their path holds a name in the caller's own account or of the product, not what somebody has. */
const byOwnName = [
  'copyDesignedTemplate',
  'createContactByEmail',
  'createContactByExternalId',
  'createCustomField',
  'deleteStandardFieldValues',
  'getDesignedTemplate',
  'listContactsByEmail',
  'listContactsByExternalId',
  'setUnsubscriptionMarker',
];
/** `id` in their query is that of a contact. */
const byContactId = (operation: OperationTable) =>
  operation.group === 'contacts' &&
  parametersOf(operation).some(({ name, in: place }) => place === 'query' && name === 'id');

const reaching = implemented.filter(
  (operation) => (operation.path.includes('{') || byContactId(operation)) && !byOwnName.includes(operation.id),
);
const others = implemented.filter((operation) => !reaching.includes(operation));
const lists = others.filter(({ method }) => method === 'GET');
const changes = others.filter(({ method }) => method !== 'GET');

describe.each(databases())('two accounts on $kind', ({ open }) => {
  let service: TestService;
  let strangerKey: string;
  let belongings: Record<string, string | number>;
  let before: Awaited<ReturnType<typeof dump>>;

  beforeAll(async () => {
    service = await startTestService(await open());
    belongings = await fillAccount(service);
    const stranger = await insertAccount(service.db, { name: 'stranger', domain: 'example.net' });
    strangerKey = generateKey();
    const about = { label: 'stranger', rights: [...allRights], creator: 'stranger', expires_at: null };
    await insertKey(service.db, stranger, strangerKey, about);
    before = await dump(service);
  });
  afterAll(() => service?.close());

  /** The request as the stranger makes it, with the ids of the first account. */
  function request(operation: OperationTable): RawCall {
    const call = exampleRequest(operation, (parameter) => {
      if (operation.id === 'deleteStandardFieldValues' && parameter.name === 'field') return 'CITY';
      if (parameter.name === 'design') return 'newsletter-story';
      if (parameter.name === 'id' && parameter.in === 'query') return belongings.contact;
      if (parameter.name === 'ignore_checksum') return true;
      if (parameter.in !== 'path' && !parameter.required) return undefined;
      const value = belongings[parameter.name];
      if (value === undefined && parameter.in === 'path') {
        throw new Error(`Give the first account something that ${parameter.name} of ${operation.id} names.`);
      }
      return value;
    });
    return { ...call, headers: { ...call.headers, authorization: `Bearer ${strangerKey}` } };
  }

  test.each(reaching)('$id by ids of another account: 404', async (operation) => {
    const call = request(operation);
    const answer = await callRaw(service, call);
    expect(answer.status, `${call.method} ${call.path}: ${answer.body}`).toBe(404);
  });

  test.each(reaching.filter(({ method }) => method === 'GET'))('$id by the owner is found', async (operation) => {
    const call = request(operation);
    const answer = await callRaw(service, { ...call, headers: {} });
    const notThere = operation.group === 'mailingChecks';
    expect(answer.status === 404, `${call.path}: ${answer.body}`).toBe(notThere);
  });

  test.each(lists)('$id shows nothing of another account', async (operation) => {
    const answer = await callRaw(service, request(operation));
    expect(answer.body).not.toMatch(secret);
    if (operation.group === 'ping') return;
    // The key of the stranger belongs to nobody.
    expect(answer.status, answer.body).toBe(operation.id === 'getOwnUser' ? 403 : 200);
    if (operation.paging) expect(answer.headers['x-items']).toBe('0');
    if (operation.id.startsWith('count')) expect(answer.body).toContain('<count>0</count>');
  });

  test.each(changes)('$id changes the own account alone', async (operation) => {
    const call = request(operation);
    const answer = await callRaw(service, call);
    expect(answer.status, `${call.method} ${call.path}: ${answer.body}`).toBeLessThan(500);
    if (answer.status < 300) expect(answer.body).not.toMatch(secret);
  });

  test('nothing of an account is used inside of another', async () => {
    const own = (method: string, path: string, body?: string, type = 'application/vnd.service.api+xml') =>
      callRaw(service, {
        method,
        path,
        headers: { authorization: `Bearer ${strangerKey}`, 'content-type': type },
        ...(body ? { body } : {}),
      });
    const created = await own('POST', '/mailings?name=Strange&subject=x');
    const mailing = /<id>(\d+)<\/id>/.exec(created.body)![1];
    const { contactFilterId, groupId, blacklistid, test_targetgroup_id } = belongings;
    const answers = [
      await own(
        'POST',
        '/targetgroups',
        `<targetgroup><name>Strange</name><type>regular</type><contact_filter_id>${contactFilterId}</contact_filter_id></targetgroup>`,
      ),
      await own('POST', `/mailings/${mailing}/targetgroupid`, `<targetgroupid>${groupId}</targetgroupid>`),
      await own('POST', `/mailings/${mailing}/mailingblacklists/${blacklistid}`),
      await own('PUT', `/mailings/${mailing}/template`, '<templateId>zebra/base</templateId>'),
      await own('POST', `/mailings/${mailing}/checks/approvalprocess?test_targetgroup_id=${test_targetgroup_id}`),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(({ body }) => [404, body]));
  });

  test('the first account is as it was, and nothing failed', async () => {
    const after = await dump(service);
    delete before.api_key;
    delete after.api_key;
    expect(after).toEqual(before);
    expect(Object.values(before).flat().length).toBeGreaterThan(30);
    expect(service.log.join('\n')).not.toMatch(/^Failure|failed/m);
  });
});

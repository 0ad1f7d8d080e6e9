import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { seal } from '../support/seal.ts';
import { startTestService, type TestService } from '../support/service.ts';

const long = 'x'.repeat(256);
const exact = encodeURIComponent('é'.repeat(255));
const approval = (mailing: string, group: string) =>
  `/mailings/${mailing}/checks/approvalprocess?test_targetgroup_id=${group}`;
const property = (mailing: string, query: string) => `/mailings/${mailing}/settings/properties?${query}`;
const states = (query: string) => `/mailings/filter/states?${query}`;
const creator = (query: string) => `/mailings/filter/creatorname?${query}`;

/** Placeholders: DRAFT and SEALED are mailings, TEST and REGULAR are target groups; 404404 is nothing. */
const rows: [section: string, method: string, path: string, status: number, message: string][] = [
  ['4.1', 'POST', approval('DRAFT', 'TEST'), 200, ''],
  ['4.1', 'POST', approval('DRAFT', 'REGULAR'), 400, 'must be the id of a test target group'],
  ['4.1', 'POST', approval('DRAFT', 'abc'), 400, 'test_targetgroup_id must be an integer but was abc'],
  ['4.1', 'POST', '/mailings/DRAFT/checks/approvalprocess', 400, 'test_targetgroup_id is required'],
  ['4.1', 'POST', approval('abc', 'TEST'), 400, 'mailingid must be an integer but was abc'],
  ['4.1', 'POST', approval('DRAFT', '404404'), 404, 'Target group with id 404404 not found.'],
  ['4.1', 'POST', approval('404404', 'TEST'), 404, 'Mailing with id 404404 not found.'],
  ['4.1', 'POST', approval('SEALED', 'TEST'), 409, 'Mailing with id SEALED cannot be changed as it is sealed.'],
  ['4.1', 'POST', approval('SEALED', '404404'), 409, 'SEALED'],
  ['4.2', 'DELETE', property('DRAFT', 'name=gone'), 200, ''],
  ['4.2', 'DELETE', property('DRAFT', `name=${long}`), 400, 'name must have at most 255 characters but has 256'],
  ['4.2', 'DELETE', property('DRAFT', ''), 400, 'name is required'],
  ['4.2', 'DELETE', property('DRAFT', 'name=none'), 404, 'Mailing with id DRAFT has no property "none".'],
  ['4.2', 'DELETE', property('404404', 'name=kept'), 404, 'Mailing with id 404404 not found.'],
  ['4.2', 'DELETE', property('SEALED', 'name=kept'), 409, 'Mailing with id SEALED cannot be changed as it is sealed.'],
  ['4.2', 'PUT', property('DRAFT', `name=kept&value=${exact}`), 200, ''],
  [
    '4.2',
    'PUT',
    property('DRAFT', `name=kept&value=${long}`),
    400,
    'value must have at most 255 characters but has 256',
  ],
  ['4.2', 'PUT', property('DRAFT', `name=${long}&value=x`), 400, 'name must have at most 255 characters but has 256'],
  ['4.2', 'PUT', property('DRAFT', 'name=none&value=x'), 404, 'none'],
  ['4.2', 'PUT', property('SEALED', 'name=kept&value=x'), 409, 'SEALED'],
  ['4.3', 'GET', states('page_size=1000'), 200, ''],
  ['4.3', 'GET', states('states=draft&states=scheduled&fields=name'), 200, ''],
  ['4.3', 'GET', states('page_size=0'), 400, 'page_size must be at least 1 but was 0'],
  ['4.3', 'GET', states('page_size=1001'), 400, 'page_size must not exceed 1000 but was 1001'],
  ['4.3', 'GET', states('page_size=ten'), 400, 'page_size must be an integer but was ten'],
  ['4.3', 'GET', states('page_index=0'), 400, 'page_index must be at least 1 but was 0'],
  ['4.3', 'GET', states('page_index=99999'), 200, ''],
  ['4.3', 'GET', states('states=draft&states=asleep'), 400, 'asleep'],
  ['4.3', 'GET', states('fields=colour'), 400, 'colour'],
  ['4.3', 'GET', states('orderBy=colour'), 400, 'orderBy must be one of'],
  ['4.3', 'GET', states('order=SIDEWAYS'), 400, 'order must be one of'],
  ['4.3', 'GET', states('orderBy=is&order=desc'), 200, ''],
  ['4.4', 'GET', creator('creatorName=demo&creatorNameOp=equals'), 200, ''],
  ['4.4', 'GET', creator('creatorName=demo&creatorNameOp=resembles'), 400, 'creatorNameOp must be one of'],
  ['4.4', 'GET', creator('creatorName=demo&page_size=1001'), 400, 'page_size must not exceed 1000 but was 1001'],
  ['7', 'GET', '/mailings/404404/name', 404, 'Mailing with id 404404 not found.'],
  ['7', 'GET', '/mailings/99999999999999999999/name', 400, 'mailingid'],
  ['7', 'GET', '/mailings/DRAFT/nothing', 404, ''],
  ['7', 'PATCH', '/mailings/DRAFT/name', 405, ''],
  ['7', 'POST', '/mailings?name=Status%20draft&subject=x', 400, 'name "Status draft" is used by another mailing'],
  ['7', 'POST', '/mailings?name=ab&subject=x', 400, 'name must have at least 3 characters'],
  ['7', 'POST', '/mailings?name=Fine&subject=', 400, 'subject'],
  [
    '7',
    'POST',
    '/mailings?name=Fine&subject=x&type=weekly',
    400,
    'type must be one of regular, trigger, doi but was weekly',
  ],
  ['7', 'GET', '/contacts/email/nobody@example.com', 404, 'nobody@example.com'],
  ['7', 'GET', '/contacts/email/not-an-address', 400, 'not an email address'],
  ['7', 'GET', '/targetgroups/targetgroup/404404', 404, 'Target group with id 404404 not found.'],
];

describe.each(usualDatabases())('statuses on $kind', ({ open }) => {
  let service: TestService;
  let names: Record<string, string>;

  beforeAll(async () => {
    service = await startTestService(await open());
    const { client } = service;
    const fill = async (name: string) => {
      const mailingid = await client.mailings.create({ name, subject: 'x' }).orThrow();
      await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
      await client.mailings.setHtml({ mailingid, body: '<p>x</p>' }).orThrow();
      const body = ['gone', 'kept'].map((key) => ({ key, value: 'x' }));
      await client.mailingProperties.add({ mailingid, body }).orThrow();
      await client.regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
      return mailingid;
    };
    const draft = await fill('Status draft');
    const sealed = await fill('Status sealed');
    await seal(service, sealed);
    const [group, regular] = [await service.groupId('test'), await service.groupId('regular')];
    names = { DRAFT: `${draft}`, SEALED: `${sealed}`, TEST: `${group}`, REGULAR: `${regular}` };
  });
  afterAll(() => service?.close());

  const named = (text: string) => text.replace(/DRAFT|SEALED|TEST|REGULAR/g, (name) => names[name]!);

  test.each(rows)('%s %s %s: %i', async (_section, method, path, status, message) => {
    const answer = await callRaw(service, { method, path: named(path) });
    expect(answer.status, answer.body).toBe(status);
    if (status !== 200) expect(messageOf(answer)).toContain(named(message));
    if (status === 405) expect(answer.headers.allow).toContain('GET');
  });

  test('401 without a key, with an unknown, a malformed and an expired one', async () => {
    const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    for (const authorization of [
      '',
      'Basic !!!',
      encode('short'),
      encode('unknown-key-0123'),
      'Digest abc',
      'Bearer unknown-key-0123',
    ]) {
      const answer = await callRaw(service, { path: '/ping', headers: { authorization } });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(answer.headers['www-authenticate']).toBe('Basic realm="api"');
      messageOf(answer);
    }
    const expired = await service.clientWith(['get'], new Date(Date.now() - 1000));
    expect(await expired.ping.pingGet({})).toMatchObject({ ok: false, status: 401 });
  });

  test.each([
    ['Basic base64(key)', (key: string) => `Basic ${Buffer.from(key).toString('base64')}`],
    ['Basic base64(key:)', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['Bearer key', (key: string) => `Bearer ${key}`],
  ])('%s opens', async (_, header) => {
    const answer = await callRaw(service, { path: '/ping', headers: { authorization: header(service.key) } });
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  test('403 for a key without the right, by method', async () => {
    const { ping } = await service.clientWith(['get', 'put']);
    const statuses = [
      await ping.pingGet({}),
      await ping.pingPost({}),
      await ping.pingPut({}),
      await ping.pingDelete({}),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 200, 403]);
  });

  test('403 over plain HTTP, whatever the path and the key', async () => {
    for (const path of ['/1.0/ping', '/1.0/nothing', '/ping']) {
      const answer = await fetch(service.plainOrigin + path, { headers: { authorization: `Bearer ${service.key}` } });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(await answer.text()).toMatch(/<error><message>.*HTTPS/);
    }
  });

  test('406 and 415', async () => {
    const path = named('/mailings/DRAFT/name');
    const refused = await callRaw(service, { path, headers: { accept: 'image/png' } });
    expect(refused.status).toBe(406);
    const unsupported = await callRaw(service, {
      method: 'POST',
      path,
      headers: { 'content-type': 'text/csv' },
      body: 'a',
    });
    expect(unsupported.status).toBe(415);
  });
});

import { type Client, createClient } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRights, generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { insertAccount } from '../../src/account/store.ts';
import { moveMailing } from '../../src/mailings/move.ts';
import { findMailing } from '../../src/mailings/store.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Made {
  name: string;
  subject: string;
  type: 'regular' | 'trigger' | 'doi';
  tags: string;
  time?: string;
}
const made: Made[] = [
  { name: 'banana', subject: 'Yellow 100%', type: 'regular', tags: 'fruit#summer' },
  { name: 'Apple', subject: 'yellow_GREEN', type: 'regular', tags: 'Fruit', time: '2031-03-01 08:00:00' },
  { name: 'apple', subject: 'Straße', type: 'trigger', tags: 'summer' },
  { name: 'Élan', subject: 'CAFÉ', type: 'doi', tags: 'winter#Été' },
  { name: 'elan', subject: 'x\\y', type: 'regular', tags: '', time: '2031-03-01 08:00:01' },
  { name: 'zebra', subject: 'Green, not yellow', type: 'regular', tags: 'fruit#summer#winter' },
];

describe.each(usualDatabases())('lists of mailings on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService(await open());
    const editor = generateKey();
    const label = { label: 'Émile Editor', rights: [...allRights], creator: 'Émile Editor', expires_at: null };
    await insertKey(service.db, service.accountId, editor, label);
    client = createClient({ baseUrl: `${service.origin}/1.0`, apiKey: editor, fetch: service.fetch });
    for (const { name, subject, type, tags, time } of made) {
      const mailingid = await client.mailings.create({ name, subject, type }).orThrow();
      await client.mailings.setTags({ mailingid, body: tags }).orThrow();
      if (time === undefined) continue;
      await moveMailing(service.db, (await findMailing(service.db, service.accountId, mailingid))!, 'schedule', 'user');
      const schedule_time = new Date(`${time.replace(' ', 'T')}Z`);
      await service.db.updateTable('mailing').set({ schedule_time }).where('id', '=', mailingid).execute();
    }
    const other = await insertAccount(service.db, { name: 'other', domain: 'example.net' });
    const key = generateKey();
    await insertKey(service.db, other, key, { label: 'x', rights: ['post'], creator: 'demo', expires_at: null });
    await callRaw({ ...service, key }, { method: 'POST', path: '/mailings?name=foreign&subject=yellow' });
  });
  afterAll(() => service?.close());

  type Page = { items: { fields: { name: string; value: string | null }[] }[]; total?: number };
  const names = async (list: { orThrow(): PromiseLike<unknown> }) => {
    const { items } = (await list.orThrow()) as Page;
    return items.map(({ fields }) => fields[0]!.value);
  };
  const all = made.map(({ name }) => name);
  const fields = ['name' as const];

  test.each([
    ['contains', 'yellow', ['banana', 'Apple', 'zebra']],
    ['contains', '100%', ['banana']],
    ['contains', '%', ['banana']],
    ['contains', '_', ['Apple']],
    ['contains', '\\', ['elan']],
    ['equals', 'STRASSE', []],
    ['equals', 'STRAßE', ['apple']],
    ['equals', 'café', ['Élan']],
    ['equals', 'cafe\u0301', ['Élan']],
    ['starts_with', 'Yellow', ['banana', 'Apple']],
    ['ends_with', 'YELLOW', ['zebra']],
    [undefined, 'green', ['Apple', 'zebra']],
    ['equals', undefined, all],
  ] as const)('subject %s %s', async (subjectOp, subject, wanted) => {
    const asked = { ...(subjectOp ? { subjectOp } : {}), ...(subject === undefined ? {} : { subject }) };
    expect(await names(client.mailings.listBySubject({ ...asked, fields }))).toEqual(wanted);
  });

  test.each([
    [undefined, ['FRUIT'], ['banana', 'Apple', 'zebra']],
    ['and', ['fruit', 'summer'], ['banana', 'zebra']],
    ['or', ['fruit', 'summer'], ['banana', 'Apple', 'apple', 'zebra']],
    ['xor', ['fruit', 'summer'], ['Apple', 'apple']],
    ['xor', ['fruit', 'Fruit'], ['banana', 'Apple', 'zebra']],
    ['or', ['ÉTÉ'], ['Élan']],
    ['and', ['fruit', 'nothing'], []],
    ['or', ['frui'], []],
    ['or', [], all],
  ] as const)('keywords %s %j', async (keywordsOp, keywords, wanted) => {
    const asked = { keywords: [...keywords], ...(keywordsOp ? { keywordsOp } : {}) };
    expect(await names(client.mailings.listByKeywords({ ...asked, fields }))).toEqual(wanted);
  });

  test.each([
    [['regular'], ['banana', 'Apple', 'elan', 'zebra']],
    [
      ['doi', 'trigger'],
      ['apple', 'Élan'],
    ],
    [['trigger_template'], []],
    [[], all],
  ] as const)('types %j', async (types, wanted) => {
    expect(await names(client.mailings.listByTypes({ types: [...types], fields }))).toEqual(wanted);
  });

  test.each([
    [['scheduled'], ['Apple', 'elan']],
    [
      ['draft', 'queued'],
      ['banana', 'apple', 'Élan', 'zebra'],
    ],
    [[], all],
  ] as const)('states %j', async (states, wanted) => {
    expect(await names(client.mailings.listByStates({ states: [...states], fields }))).toEqual(wanted);
  });

  test.each([
    ['2031-03-01 08:00:01', true, ['Apple']],
    ['2031-03-01 08:00:00', true, []],
    ['2031-03-01 08:00:00', false, ['Apple', 'elan']],
    ['2031-03-01 08:00:01', undefined, ['Apple']],
  ] as const)('scheduled at %s, before: %s', async (scheduleTime, beforeSchedulingTime, wanted) => {
    const asked = { scheduleTime, ...(beforeSchedulingTime === undefined ? {} : { beforeSchedulingTime }) };
    expect(await names(client.mailings.listByScheduleTime({ ...asked, fields }))).toEqual(wanted);
  });

  test.each([
    ['equals', 'ÉMILE EDITOR', true],
    ['equals', 'émile', false],
    ['contains', 'le e', true],
    ['starts_with', 'Émile', true],
    ['ends_with', 'EDITOR', true],
    ['ends_with', 'Émile', false],
    ['contains', undefined, true],
  ] as const)('creator %s %s', async (creatorNameOp, creatorName, found) => {
    const list = client.mailings.listByCreatorName({ ...(creatorName ? { creatorName } : {}), creatorNameOp, fields });
    expect(await names(list)).toEqual(found ? all : []);
  });

  test.each([
    ['name', 'ASC', ['Apple', 'apple', 'banana', 'elan', 'Élan', 'zebra']],
    ['name', 'DESC', ['zebra', 'Élan', 'elan', 'banana', 'apple', 'Apple']],
    ['state', 'ASC', ['banana', 'apple', 'Élan', 'zebra', 'Apple', 'elan']],
    ['scheduleTime', 'ASC', ['Apple', 'elan', 'banana', 'apple', 'Élan', 'zebra']],
    ['schedule_time', 'DESC', ['elan', 'Apple', 'zebra', 'Élan', 'apple', 'banana']],
    ['is', 'DESC', [...all].reverse()],
  ] as const)('ordered by %s %s', async (orderBy, order, wanted) => {
    expect(await names(client.mailings.listByStates({ states: [], orderBy, order, fields }))).toEqual(wanted);
    const paged: (string | null)[] = [];
    for (const page_index of [1, 2, 3]) {
      const page = client.mailings.listByStates({ states: [], orderBy, order, fields, page_size: 2, page_index });
      paged.push(...(await names(page)));
    }
    expect(paged).toEqual(wanted);
  });

  test('fields in their own order, counts on every page and behind the last one', async () => {
    const path = '/mailings/filter/types?fields=scheduleTime&fields=name&types=regular&page_size=3&page_index=';
    const first = await callRaw(service, { path: `${path}1` });
    expect(first.body).toContain(
      '<fields><field><name>name</name><value>Apple</value></field><field><name>scheduleTime</name>' +
        '<value>2031-03-01 08:00:00</value></field></fields>',
    );
    expect(first.body).toContain('<name>scheduleTime</name><value nil="true"/>');
    for (const index of [1, 2, 3]) {
      const { headers } = await callRaw(service, { path: `${path}${index}` });
      expect([headers['x-items'], headers['x-pages']]).toEqual(['4', '2']);
    }
  });

  test.each(['states', 'types', 'subject', 'keywords', 'creatorname', 'scheduletime'])(
    'the trash of the list by %s is empty',
    async (list) => {
      const path = `/mailings/filter/${list}?scheduleTime=2031-03-02%2008:00:00&trash=`;
      const trash = await callRaw(service, { path: `${path}true` });
      expect([trash.status, trash.body, trash.headers['x-items']]).toEqual([
        200,
        expect.stringMatching(/<mailings\s*\/>|<mailings><\/mailings>/),
        '0',
      ]);
      expect((await callRaw(service, { path: `${path}false` })).headers['x-items']).not.toBe('0');
    },
  );

  test.each([
    ['scheduletime', 400, 'scheduleTime is required'],
    ['scheduletime?scheduleTime=2031-02-30%2008:00:00', 400, 'scheduleTime must be a time'],
    ['scheduletime?scheduleTime=tomorrow', 400, 'scheduleTime must'],
    ['subject?subject=x&subjectOp=near', 400, 'subjectOp must be one of'],
    ['keywords?keywords=x&keywordsOp=nor', 400, 'keywordsOp must be one of'],
    ['types?types=weekly', 400, 'weekly'],
    ['types?page_size=1001', 400, 'page_size must not exceed 1000'],
  ])('%s: %i', async (path, status, message) => {
    const answer = await callRaw(service, { path: `/mailings/filter/${path}` });
    expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(message)]);
  });
});

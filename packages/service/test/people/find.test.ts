import { StatusError } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const people = [
  ['jana.roth@find.example', 'Jana', 'Roth', 'Berlin'],
  ['b@find.example', 'Björn', 'Ärger', 'Bonn'],
  ['c@find.example', 'Cleo', 'Zander', 'Berlin'],
  ['d_e@find.example', 'Dora', 'Arber', ''],
  ['nobody@find.example', '', '', 'Bonn'],
] as const;

describe.each(databases())('contacts are found on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
    await service.client.contacts.deleteAll({ authorized: 'yes' }).orThrow();
    for (const [email, FIRSTNAME, LASTNAME, CITY] of people) {
      const fields = Object.entries({ FIRSTNAME, LASTNAME, CITY }).map(([name, value]) => ({ name, value }));
      const body = { standard_fields: fields, external_id: `ext-${email[0]}` };
      await service.client.contacts.createByEmail({ email, permission: 2, body }).orThrow();
    }
  });
  afterAll(() => service?.close());
  const contacts = () => service.client.contacts;
  type Search = Parameters<ReturnType<typeof contacts>['find']>[0];
  const names = async (search: Search) =>
    (await contacts().find(search).orThrow()).contacts.map(({ email }) => email?.split('@')[0]);

  test.each<[Search, string[]]>([
    [{}, ['nobody', 'd_e', 'c', 'b', 'jana.roth']],
    [{ sort: 'oldest' }, ['jana.roth', 'b', 'c', 'd_e', 'nobody']],
    [{ sort: 'address' }, ['b', 'c', 'd_e', 'jana.roth', 'nobody']],
    [{ sort: 'name' }, ['d_e', 'b', 'jana.roth', 'c', 'nobody']],
    [{ text: 'roth' }, ['jana.roth']],
    [{ text: 'JANA rot' }, ['jana.roth']],
    [{ text: 'jana zander' }, []],
    [{ text: 'bjo\u0308rn' }, ['b']],
    [{ text: 'd_e' }, ['d_e']],
    [{ text: 'a%' }, []],
    [{ text: 'EXT-c' }, ['c']],
    [{ field: 'CITY', operator: 'EQUALS', value: 'berlin' }, ['c', 'jana.roth']],
    [{ field: 'CITY', operator: 'EQUALS', value: 'berlin', text: 'find.example', sort: 'name' }, ['jana.roth', 'c']],
    [{ field: 'LASTNAME', operator: 'EMPTY' }, ['nobody']],
    [{ operator: 'OPENED' }, []],
  ])('%j', async (search, found) => {
    expect(await names(search)).toEqual(found);
    const { total } = await contacts()
      .find({ ...search, with_total: true, limit: 1 })
      .orThrow();
    expect(total).toBe(found.length);
  });

  test('by id and by several ids', async () => {
    const [first, second] = (await contacts().find({ sort: 'oldest' }).orThrow()).contacts;
    expect(await names({ text: String(first!.id) })).toContain('jana.roth');
    expect(await names({ ids: [first!.id, second!.id] })).toEqual(['b', 'jana.roth']);
  });

  test.each(['newest', 'oldest', 'changed', 'address', 'name'] as const)('page after page by %s', async (sort) => {
    const whole = await names({ sort });
    const ids = (await contacts().find({ sort }).orThrow()).contacts.map(({ id }) => id);
    for (const search of [{}, { ids }]) {
      const paged: (string | undefined)[] = [];
      for (let after: string | undefined, more = true; more; ) {
        const { contacts: page, next } = await contacts()
          .find({ ...search, sort, limit: 2, ...(after && { after }) })
          .orThrow();
        paged.push(...page.map(({ email }) => email?.split('@')[0]));
        after = next;
        more = next !== undefined;
      }
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(people.length);
    }
  });

  test('what a contact filter has by its rules now, without a refresh', async () => {
    const contact_filter_id = await service.client.contactFilters
      .create({ body: { name: 'In Bonn', rules: [{ field: 'CITY', operator: 'EQUALS', value: 'Bonn' }] } })
      .orThrow();
    expect(await names({ contact_filter_id })).toEqual(['nobody', 'b']);
    expect(await names({ contact_filter_id, text: 'björn' })).toEqual(['b']);
  });

  test.each<[Search, number, string]>([
    [{ contact_filter_id: 404_404 }, 404, '404404'],
    [{ field: 'CITY' }, 400, 'need an operator'],
    [{ field: 'NO_SUCH', operator: 'EMPTY' }, 400, 'NO_SUCH'],
    [{ after: 'nonsense' }, 400, 'after must be'],
    [{ tag: 'a,b' }, 400, 'tag'],
  ])('%j is refused', async (search, status, words) => {
    const { error } = (await contacts().find(search)) as { error: StatusError };
    expect(error).toBeInstanceOf(StatusError);
    expect(error.status).toBe(status);
    expect(error.message).toContain(words);
  });
});

describe.each(databases())('tags and changes of many contacts on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
    await service.client.contacts.deleteAll({ authorized: 'yes' }).orThrow();
    const body = Array.from({ length: 1203 }, (_, at) => ({ email: `reader-${at}@many.example` }));
    await service.client.contacts.synchronize({ body, permission: 2 }).orThrow();
  });
  afterAll(() => service?.close());
  const contacts = () => service.client.contacts;
  const tags = async () => contacts().listTags().orThrow();
  const count = async (search: Parameters<ReturnType<typeof contacts>['find']>[0]) =>
    (
      await contacts()
        .find({ ...search, with_total: true, limit: 1 })
        .orThrow()
    ).total!;
  const ended = async (changeId: number) => {
    await expect.poll(async () => (await contacts().getChange({ changeId }).orThrow()).state).toBe('done');
    return contacts().getChange({ changeId }).orThrow();
  };

  test('all that are found get a tag, in the background', async () => {
    const search = { text: 'reader-1' };
    const found = await count(search);
    const { id } = await contacts()
      .updateFound({ action: 'tag', change_tag: '  VIP ', count: found, ...search })
      .orThrow();
    expect(await ended(id)).toMatchObject({ action: 'tag', tag: 'VIP', count: found, count_done: found });
    expect(await tags()).toEqual([{ name: 'VIP', count_contacts: found }]);
    const kept = await service.db.selectFrom('contacts_change').select('selection').where('id', '=', id).execute();
    expect(kept).toEqual([{ selection: null }]);
  });

  test('a tag is one whatever its case, and keeps its first spelling', async () => {
    const [other] = (await contacts().find({ text: 'reader-2' }).orThrow()).contacts;
    const before = await count({ tag: 'vip' });
    await contacts()
      .setTags({ id: other!.id, tag: ['vip', 'Presse', 'VIP'] })
      .orThrow();
    expect((await tags()).map(({ name }) => name)).toEqual(['Presse', 'VIP']);
    expect(await count({ tag: 'Vip' })).toBe(before + 1);
    const shown = await contacts()
      .get({ id: other!.id, ignore_checksum: true, standard_field: ['CONTACT_TAGS'] })
      .orThrow();
    expect(shown.standard_fields).toEqual([{ name: 'CONTACT_TAGS', value: 'VIP, Presse' }]);
  });

  test.each<[string, object, (all: number, vip: number) => number]>([
    ['has it', { operator: 'EQUALS', value: 'vip' }, (_, vip) => vip],
    ['has it not', { operator: 'NOTEQUALS', value: 'VIP' }, (all, vip) => all - vip],
    ['has none', { operator: 'EMPTY' }, (all, vip) => all - vip],
    ['has one', { operator: 'NOTEMPTY' }, (_, vip) => vip],
    ['has one of several', { operator: 'IN', values: ['Presse', 'none such'] }, () => 1],
  ])('a rule of a filter: %s', async (name, rule, expected) => {
    const [all, vip] = [await count({}), await count({ tag: 'VIP' })];
    const contact_filter_id = await service.client.contactFilters
      .create({ body: { name, rules: [{ field: 'TAG', ...rule } as { field: string; operator: 'EMPTY' }] } })
      .orThrow();
    expect(await count({ contact_filter_id })).toBe(expected(all, vip));
  });

  test('nothing happens if the number is another one', async () => {
    const found = await count({ tag: 'VIP' });
    const refused = await contacts().removeFound({ action: 'erase', count: found + 1, tag: 'VIP' });
    expect(refused).toMatchObject({ ok: false, status: 409 });
    expect(await count({ tag: 'VIP' })).toBe(found);
  });

  test('untag, unsubscribe, block and erase', async () => {
    const all = await count({});
    const picked = (await contacts().find({ tag: 'VIP', limit: 3 }).orThrow()).contacts.map(({ id }) => id);
    await ended(
      (await contacts().updateFound({ action: 'untag', change_tag: 'vip', count: 3, ids: picked }).orThrow()).id,
    );
    expect(await count({ ids: picked, tag: 'VIP' })).toBe(0);
    const [gone, silent, blocked] = picked as [number, number, number];
    await ended(
      (
        await contacts()
          .removeFound({ action: 'unsubscribe', count: 1, ids: [silent] })
          .orThrow()
      ).id,
    );
    await ended(
      (
        await contacts()
          .updateFound({ action: 'block', count: 1, ids: [blocked] })
          .orThrow()
      ).id,
    );
    const states = await contacts()
      .find({ ids: [silent, blocked], sort: 'newest', standard_field: ['CONTACT_STATE'] })
      .orThrow();
    expect(new Map(states.contacts.map(({ id, standard_fields }) => [id, standard_fields?.[0]?.value]))).toEqual(
      new Map([
        [silent, 'unsubscribed'],
        [blocked, 'blocked'],
      ]),
    );
    await ended(
      (
        await contacts()
          .removeFound({ action: 'erase', count: 1, ids: [gone] })
          .orThrow()
      ).id,
    );
    expect(await count({})).toBe(all - 1);
    const { items } = await contacts().listChanges({}).orThrow();
    expect(items.slice(0, 3).map(({ action }) => action)).toEqual(['erase', 'block', 'unsubscribe']);
  });

  test('anonymous contacts keep no tags', async () => {
    await service.db.updateTable('account').set({ anonymise_unsubscribed: true }).execute();
    const [{ id }] = (await contacts().find({ tag: 'VIP', limit: 1 }).orThrow()).contacts as [{ id: number }];
    await contacts().unsubscribe({ id }).orThrow();
    const row = await service.db.selectFrom('contact').select('tags').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.tags).toEqual([]);
  });
});

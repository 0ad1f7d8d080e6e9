import type { paths } from '@mailwright/client/paths';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** openapi-fetch by itself, with the types that `@mailwright/client/paths` has: every body is JSON. */

const json = 'application/vnd.service.api+json';

describe.each(databases())('openapi-fetch with our types on $kind', ({ open }) => {
  let service: TestService;
  const connect = () =>
    createClient<paths, typeof json>({
      baseUrl: `${service.origin}/1.0`,
      fetch: (request) => service.fetch(request),
      headers: { Authorization: `Bearer ${service.key}`, Accept: json, 'Content-Type': json },
    });

  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service.close());

  test('a value, a list with numbers in its headers, and a page', async () => {
    const client = connect();
    const created = await client.POST('/mailings', { params: { query: { name: 'From paths', subject: 'Spring' } } });
    const id: number = created.data!;
    expect(created.response.status).toBe(201);

    const name = await client.GET('/mailings/{mailingid}/name', { params: { path: { mailingid: id } } });
    expect(name.data satisfies string | undefined).toBe('From paths');

    const { data, response } = await client.GET('/mailings/filter/states', {
      params: { query: { states: ['draft'], fields: ['name'], page_size: 1000 } },
    });
    expect(data!.find((mailing) => mailing.id === id)?.fields).toEqual([{ name: 'name', value: 'From paths' }]);
    expect(response.headers.get('X-Pages')).toBe('1');
  });

  test('an object that is written, and an answer without a body', async () => {
    const client = connect();
    const written = await client.POST('/contacts/email/{email}', {
      params: { path: { email: 'grace@example.com' }, query: { permission: 3 } },
      body: { standard_fields: { FIRSTNAME: 'Grace' } },
    });
    expect(written.response.status).toBe(201);
    const removed = await client.DELETE('/contacts/email/{email}', {
      params: { path: { email: 'grace@example.com' } },
    });
    expect([removed.data, removed.error, removed.response.status]).toEqual([undefined, undefined, 200]);
  });

  test('an error is the error document', async () => {
    const { error, response } = await connect().GET('/mailings/{mailingid}/name', {
      params: { path: { mailingid: 404_404_404 } },
    });
    expect(response.status).toBe(404);
    expect(error?.message).toBe('Mailing with id 404404404 not found.');
  });

  test('what the description does not have is an error of the compiler', () => {
    const client = connect();
    // @ts-expect-error there is no such path
    const path = () => client.GET('/mailing');
    // @ts-expect-error there is no such state
    const state = () => client.GET('/mailings/filter/states', { params: { query: { states: ['gone'] } } });
    // @ts-expect-error the name is required
    const name = () => client.POST('/mailings', { params: { query: { subject: 'Spring' } } });
    expect([path, state, name]).toHaveLength(3);
  });
});

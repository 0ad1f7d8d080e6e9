import assert from 'node:assert/strict';
import type { components, paths } from '@mailwright/client/paths';
import { QueryClient } from '@tanstack/react-query';
import { setupServer } from 'msw/node';
import createFetchClient from 'openapi-fetch';
import { createOpenApiHttp } from 'openapi-msw';
import createQueryClient from 'openapi-react-query';

// openapi-fetch and openapi-react-query against the mock of openapi-msw: all three with the types of the package, as they are.

const json = 'application/vnd.service.api+json';
const baseUrl = 'https://mail.example.com/1.0';

const http = createOpenApiHttp<paths>({ baseUrl });
const server = setupServer(
  http.get('/mailings/{mailingid}/name', ({ params, response }) =>
    params.mailingid === '7'
      ? response.untyped(Response.json('Spring', { headers: { 'content-type': json } }))
      : response.untyped(Response.json({ message: 'Mailing not found.' }, { status: 404 })),
  ),
  http.post('/targetgroups', async ({ request, response }) => {
    const group = (await request.clone().json()) as components['schemas']['TargetGroupDraft'];
    return response.untyped(Response.json(group.contact_filter_id, { status: 201 }));
  }),
);
server.listen({ onUnhandledRequest: 'error' });

const client = createFetchClient<paths, typeof json>({ baseUrl, headers: { accept: json, 'content-type': json } });
const api = createQueryClient<paths, typeof json>(client);
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

const name: string | undefined = await queries.fetchQuery(
  api.queryOptions('get', '/mailings/{mailingid}/name', { params: { path: { mailingid: 7 } } }),
);
assert.equal(name, 'Spring');

await assert.rejects(
  queries.fetchQuery(api.queryOptions('get', '/mailings/{mailingid}/name', { params: { path: { mailingid: 8 } } })),
  { message: 'Mailing not found.' },
);

const { data } = await client.POST('/targetgroups', {
  body: { name: 'Paris', type: 'regular', contact_filter_id: 12 },
});
assert.equal(data satisfies number | undefined, 12);

// @ts-expect-error a target group needs a contact filter
const lacking = () => client.POST('/targetgroups', { body: { name: 'Paris', type: 'regular' } });
void lacking;

server.close();
console.log('openapi-fetch, openapi-react-query, openapi-msw');

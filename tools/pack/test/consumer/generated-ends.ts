import { createDispatcher, toFetchHandler } from '@mailwright/server-runtime';
import { createClient } from './api/client/index.ts';
import { implement } from './api/server/index.ts';

const dispatch = createDispatcher(implement({ putPet: ({ id, body }) => ({ ...body, name: `${body.name} ${id}` }) }), {
  authenticate: () => undefined,
  intercept: (_call, next) => next(undefined),
  requireHttps: false,
});
const client = createClient({ baseUrl: 'http://pets.test', fetch: toFetchHandler(dispatch) });
console.log(JSON.stringify(await client.default.putPet({ id: 7, body: { name: 'Ada', tags: ['a', 'b'] } }).orThrow()));

import { implementPartial } from '../src/generated/server/index.ts';
import { createDispatcher, toFetchHandler } from '../src/runtime/index.ts';

const KEY = 'a-key-of-tests-1234';

/** Asks a stub with two handlers on the platform that runs this; without what only Node has. Returns JSON. */
export async function tryOut(): Promise<string> {
  let name = 'Spring';
  let hash: Uint8Array | undefined;
  const handlers = {
    getMailingName: () => name,
    setMailingName: ({ body }: { body: string }) => {
      name = body;
    },
  };
  const dispatch = createDispatcher(implementPartial(handlers), {
    authenticate: (given) => (given === KEY ? { rights: new Set(['get', 'post']) } : undefined),
    intercept: ({ idempotency }, next) => {
      hash = idempotency?.requestHash ?? hash;
      return next(undefined);
    },
  });
  const handle = toFetchHandler(dispatch, { basePath: '/1.0' });
  const headers = { authorization: `Basic ${btoa(`${KEY}:`)}` };
  const ask = async (path: string, init: RequestInit = {}) => {
    const request = new Request(`https://mail.test/1.0${path}`, { ...init, headers: { ...headers, ...init.headers } });
    const response = await handle(request);
    return `${response.status} ${await response.text()}`;
  };
  const set = (body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) =>
    ask('/mailings/7/name', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/xml', 'idempotency-key': 'a', ...more },
    });
  return JSON.stringify({
    before: await ask('/mailings/7/name'),
    body: await set('<name>Sommer</name>'),
    packed: await set(await gzip('<name>Herbst ä</name>'), { 'content-encoding': 'gzip' }),
    notPacked: await set('<name>a</name>', { 'content-encoding': 'gzip' }),
    after: await ask('/mailings/7/name'),
    wrong: await ask('/mailings/x/name'),
    nowhere: await ask('/nowhere'),
    hash: hash?.length,
  });
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

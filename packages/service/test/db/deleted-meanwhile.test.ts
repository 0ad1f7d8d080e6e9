import type { Call } from '@mailwright/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findKeyHolder } from '../../src/account/index.ts';
import { interceptHandlers, type SharedContext } from '../../src/app/intercept-handlers.ts';
import type { HolderPrincipal } from '../../src/app/principal.ts';
import { findContent } from '../../src/mailings/index.ts';
import type { Context } from '../../src/operations/context.ts';
import { requireMailing } from '../../src/operations/mailings/require.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(databases())('a mailing that somebody deletes between two statements, on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  test.each([
    ['a read', { method: 'GET' }],
    ['long-running work', { method: 'POST', longRunning: true }],
  ])('%s answers 404', async (_, operation) => {
    const { mailings } = service.client;
    const mailingid = await mailings.create({ name: `Gone ${operation.method}`, subject: 'x' }).orThrow();
    const holder = (await findKeyHolder(service.db, service.key))!;
    const call = {
      operation: { id: 'fillMailingRss', path: '/mailings/{mailingid}', ...operation },
      input: { mailingid },
      principal: { holder },
      request: { headers: {} },
    } as unknown as Call<HolderPrincipal>;
    const answer = interceptHandlers({ kysely: service.db, kind: 'server' }, { wakeWorker: () => {} } as SharedContext)(
      call,
      async (context) => {
        const found = await requireMailing(context as Context, mailingid);
        await mailings.delete({ mailingId: mailingid }).orThrow();
        return findContent((context as Context).db, found);
      },
    );
    await expect(answer).rejects.toMatchObject({ status: 404 });
  });
});

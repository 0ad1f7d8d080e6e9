import { isFromOtherSite } from '@mailwright/server-runtime/web';
import type { FastifyInstance, FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import { page, pageHeaders } from '../../platform/http/page.ts';
import type { Outbox } from '../../sending/index.ts';
import type { RequireAdministrator } from '../console/signed-in.ts';
import { findMails } from './find-mails.ts';
import { inNewTabs, mailPage, outboxPage, parseMail } from './pages.ts';

/** Bytes of the source that stand in the page of a mail; all of it has a page of its own. */
const longestSource = 200_000;

const refused = page(
  'Not allowed',
  '<h1>The outbox was not cleared</h1><p>This must be requested from the outbox page. <a href="/outbox">Go there</a></p>',
);

/** Scripts in a mail do not run, and its forms go nowhere. */
const mailHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'",
};

/** `/outbox`: the mails of an account that were stored locally. Their links act for the recipients, so it is for administrators. */
export function registerOutboxRoutes(
  app: FastifyInstance,
  outbox: Outbox,
  requireAdministrator: RequireAdministrator,
): void {
  type Listed = { Querystring: { older_than?: string | string[]; q?: string | string[] } };
  type Named = { Params: { name: string } };
  /** A mail may be large, and takes several times its size while it is parsed. */
  const oneByOne = pLimit(1);

  app.get<Listed>('/outbox', async (request, reply) => {
    const holder = await requireAdministrator(request, reply);
    if (holder === undefined) return reply;
    const query = ([request.query.q].flat()[0] ?? '').trim().slice(0, 200);
    const found = await findMails(outbox, holder.account.id, query, [request.query.older_than].flat()[0]);
    return reply.headers(pageHeaders).send(outboxPage(found.mails, { ...found, query }));
  });

  app.post('/outbox/clear', async (request, reply) => {
    const holder = await requireAdministrator(request, reply);
    if (holder === undefined) return reply;
    if (isFromOtherSite(request.headers)) return reply.code(403).headers(pageHeaders).send(refused);
    await outbox.remove(holder.account.id, () => true);
    return reply.headers({ 'cache-control': 'no-store' }).redirect('/outbox', 303);
  });

  const mailRoute = (path: string, answer: (reply: FastifyReply, name: string, raw: Buffer) => Promise<unknown>) =>
    app.get<Named>(path, async (request, reply) => {
      const holder = await requireAdministrator(request, reply);
      if (holder === undefined) return reply;
      return oneByOne(async () => {
        const raw = await outbox.read(holder.account.id, request.params.name);
        if (raw === undefined) return reply.callNotFound();
        return answer(reply, request.params.name, raw);
      });
    });

  mailRoute('/outbox/:name', async (reply, name, raw) => {
    const source = raw.subarray(0, longestSource).toString();
    return reply.headers(pageHeaders).send(mailPage(await parseMail(name, raw), source));
  });
  mailRoute('/outbox/:name/html', async (reply, name, raw) => {
    const { html = '' } = (await parseMail(name, raw)).email;
    return reply.headers(mailHeaders).send(inNewTabs(html));
  });
  mailRoute('/outbox/:name/source', async (reply, _name, raw) =>
    reply.headers({ ...mailHeaders, 'content-type': 'text/plain; charset=utf-8' }).send(raw),
  );
}

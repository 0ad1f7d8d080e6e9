import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders } from '../../platform/http/page.ts';
import type { Outbox } from '../../sending/index.ts';
import { mailPage, outboxPage, parseMail } from './pages.ts';

/** How many mails the list shows. */
const shown = 100;

/** The account of whoever opens the page, undefined after an answer that asks for the key. */
export type RequireAccount = (request: FastifyRequest, reply: FastifyReply) => Promise<number | undefined>;

/** Scripts in a mail do not run, and its forms go nowhere. */
const mailHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'",
};

/** `/outbox`: the mails of an account that were kept here, for whoever has one of its keys. */
export function registerOutboxRoutes(app: FastifyInstance, outbox: Outbox, requireAccount: RequireAccount): void {
  type Named = { Params: { name: string } };

  app.get('/outbox', async (request, reply) => {
    const account = await requireAccount(request, reply);
    if (account === undefined) return reply;
    const names = await outbox.list(account);
    const mails = await Promise.all(
      names.slice(0, shown).map(async (name) => parseMail(name, (await outbox.read(account, name)) ?? Buffer.alloc(0))),
    );
    return reply.headers(pageHeaders).send(outboxPage(mails, names.length));
  });

  const mailRoute = (path: string, answer: (reply: FastifyReply, name: string, raw: Buffer) => Promise<unknown>) =>
    app.get<Named>(path, async (request, reply) => {
      const account = await requireAccount(request, reply);
      if (account === undefined) return reply;
      const raw = await outbox.read(account, request.params.name);
      if (raw === undefined) return reply.callNotFound();
      return answer(reply, request.params.name, raw);
    });

  mailRoute('/outbox/:name', async (reply, name, raw) =>
    reply.headers(pageHeaders).send(mailPage(await parseMail(name, raw))),
  );
  mailRoute('/outbox/:name/html', async (reply, name, raw) =>
    reply.headers(mailHeaders).send((await parseMail(name, raw)).email.html ?? ''),
  );
  mailRoute('/outbox/:name/source', async (reply, _name, raw) =>
    reply.headers({ ...mailHeaders, 'content-type': 'text/plain; charset=utf-8' }).send(raw),
  );
}

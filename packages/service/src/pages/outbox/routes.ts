import type { FastifyInstance, FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import type { KeyHolder } from '../../account/index.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import type { Outbox } from '../../sending/index.ts';
import type { RequireOperator } from '../console/signed-in.ts';
import { hasApprovalLinks, withoutApprovalLinks } from './approvals.ts';
import { mailPage, type OutboxMail, outboxPage, parseMail } from './pages.ts';

/** How many mails a page of the list shows. */
const shown = 100;

/** Scripts in a mail do not run, and its forms go nowhere. */
const mailHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'",
};

/** `/outbox`: the mails of an account that were kept here, for whoever has one of its keys. */
export function registerOutboxRoutes(app: FastifyInstance, outbox: Outbox, requireOperator: RequireOperator): void {
  type Listed = { Querystring: { older_than?: string | string[] } };
  type Named = { Params: { name: string } };
  /** A mail may be large, and takes several times its size while it is parsed. */
  const oneByOne = pLimit(1);

  app.get<Listed>('/outbox', async (request, reply) => {
    const account = (await requireOperator(request, reply))?.account.id;
    if (account === undefined) return reply;
    const { names, more, total } = await outbox.list(account, shown, [request.query.older_than].flat()[0]);
    const mails: OutboxMail[] = [];
    for (const name of names) {
      const head = await outbox.head(account, name);
      if (head !== undefined) mails.push(await parseMail(name, head));
    }
    return reply.headers(pageHeaders).send(outboxPage(mails, { total, olderThan: more ? names.at(-1) : undefined }));
  });

  const mailRoute = (
    path: string,
    answer: (reply: FastifyReply, name: string, raw: Buffer, mayApprove: boolean) => Promise<unknown>,
  ) =>
    app.get<Named>(path, async (request, reply) => {
      const holder = await requireOperator(request, reply);
      if (holder === undefined) return reply;
      return oneByOne(async () => {
        const raw = await outbox.read(holder.account.id, request.params.name);
        if (raw === undefined) return reply.callNotFound();
        return answer(reply, request.params.name, raw, mayApprove(holder));
      });
    });

  mailRoute('/outbox/:name', async (reply, name, raw, mayApprove) => {
    const mail = await parseMail(name, raw);
    return reply.headers(pageHeaders).send(mailPage(mayApprove ? mail : withoutApprovalLinks(mail)));
  });
  mailRoute('/outbox/:name/html', async (reply, name, raw, mayApprove) => {
    const mail = await parseMail(name, raw);
    return reply.headers(mailHeaders).send((mayApprove ? mail : withoutApprovalLinks(mail)).email.html ?? '');
  });
  mailRoute('/outbox/:name/source', async (reply, name, raw, mayApprove) => {
    const hidden = !mayApprove && hasApprovalLinks(await parseMail(name, raw));
    reply.headers({ ...mailHeaders, 'content-type': 'text/plain; charset=utf-8' });
    return hidden
      ? reply.code(403).send('Only keys with the right post see the source of approval mails.')
      : reply.send(raw);
  });
}

/** Who can approve a mailing may see the links to do so. */
const mayApprove = ({ rights }: KeyHolder) => rights.includes('post');

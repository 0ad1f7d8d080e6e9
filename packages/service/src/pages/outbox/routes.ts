import { isFromOtherSite } from '@mailwright/server-runtime/web';
import type { FastifyInstance, FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import type { KeyHolder } from '../../account/index.ts';
import { page, pageHeaders } from '../../platform/http/page.ts';
import type { Outbox } from '../../sending/index.ts';
import type { RequireOperator } from '../console/signed-in.ts';
import { findMails } from './find-mails.ts';
import type { OwnLinks } from './own-links.ts';
import { inNewTabs, mailPage, outboxPage, parseMail, sourceHidden } from './pages.ts';

/** Bytes of the source that stand in the page of a mail; all of it has a page of its own. */
const longestSource = 200_000;

const refused = page(
  'Not allowed',
  '<h1>The outbox was not cleared</h1><p>Clearing it requires a key with the right delete, and must be requested from the outbox page.</p>',
);

/** Scripts in a mail do not run, and its forms go nowhere. */
const mailHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'",
};

/**
 * `/outbox`: the mails of an account that were stored locally; requires a key of the account. Links with which somebody acts for
 * the recipient are for administrators.
 */
export function registerOutboxRoutes(
  app: FastifyInstance,
  outbox: Outbox,
  requireOperator: RequireOperator,
  ownLinks: OwnLinks,
): void {
  type Listed = { Querystring: { older_than?: string | string[]; q?: string | string[] } };
  type Named = { Params: { name: string } };
  /** A mail may be large, and takes several times its size while it is parsed. */
  const oneByOne = pLimit(1);

  app.get<Listed>('/outbox', async (request, reply) => {
    const holder = await requireOperator(request, reply);
    if (holder === undefined) return reply;
    const query = ([request.query.q].flat()[0] ?? '').trim().slice(0, 200);
    const found = await findMails(outbox, holder.account.id, query, [request.query.older_than].flat()[0]);
    return reply.headers(pageHeaders).send(outboxPage(found.mails, { ...found, query, mayClear: mayClear(holder) }));
  });

  app.post('/outbox/clear', async (request, reply) => {
    const holder = await requireOperator(request, reply);
    if (holder === undefined) return reply;
    if (isFromOtherSite(request.headers) || !mayClear(holder))
      return reply.code(403).headers(pageHeaders).send(refused);
    await outbox.remove(holder.account.id, () => true);
    return reply.headers({ 'cache-control': 'no-store' }).redirect('/outbox', 303);
  });

  const mailRoute = (
    path: string,
    answer: (reply: FastifyReply, name: string, raw: Buffer, seesLinks: boolean) => Promise<unknown>,
  ) =>
    app.get<Named>(path, async (request, reply) => {
      const holder = await requireOperator(request, reply);
      if (holder === undefined) return reply;
      return oneByOne(async () => {
        const raw = await outbox.read(holder.account.id, request.params.name);
        if (raw === undefined) return reply.callNotFound();
        return answer(reply, request.params.name, raw, seesLinks(holder));
      });
    });

  mailRoute('/outbox/:name', async (reply, name, raw, all) => {
    const mail = await parseMail(name, raw);
    const source = all ? raw.subarray(0, longestSource).toString() : undefined;
    return reply.headers(pageHeaders).send(mailPage(all ? mail : ownLinks.hideIn(mail), source));
  });
  mailRoute('/outbox/:name/html', async (reply, name, raw, all) => {
    const mail = await parseMail(name, raw);
    const { html = '' } = (all ? mail : ownLinks.hideIn(mail)).email;
    return reply.headers(mailHeaders).send(inNewTabs(html));
  });
  mailRoute('/outbox/:name/source', async (reply, _name, raw, all) => {
    reply.headers({ ...mailHeaders, 'content-type': 'text/plain; charset=utf-8' });
    return all ? reply.send(raw) : reply.code(403).send(sourceHidden);
  });
}

/** Whoever may have all rights in the account gains none by a link. */
const seesLinks = ({ privileges }: KeyHolder) => privileges.includes('administer');

const mayClear = ({ rights }: KeyHolder) => rights.includes('delete');

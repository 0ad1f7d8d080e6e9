import type { FastifyInstance, FastifyRequest } from 'fastify';
import { branding, findAccount } from '../../account/index.ts';
import { confirm, type Evidence, type Found, lookUp } from '../../events/index.ts';
import { findMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { hashToken } from '../../platform/http/link-token.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import { truncatedAddress } from '../../platform/network/remote-address.ts';
import { languageOf } from '../../platform/text/language.ts';
import { alreadyPage, askPage, confirmedPage, deadLinkPage } from './pages.ts';

const maxUserAgent = 255;

/** `/doi/{token}`: GET asks and changes nothing, so that programs may follow the link; POST confirms, upon which mails may be due. */
export function registerOptInRoutes(app: FastifyInstance, db: Db, wakeWorker: () => void): void {
  type Link = { Params: { token: string } };

  app.get<Link>('/doi/:token', async ({ params }, reply) => {
    const found = await lookUp(db, hashToken(params.token));
    reply.headers(pageHeaders);
    if (found === undefined) return reply.code(404).send(deadLinkPage);
    const subject = await subjectOf(db, found);
    return found.standing === 'open' ? askPage(subject) : alreadyPage(subject);
  });

  app.post<Link>('/doi/:token', async (request, reply) => {
    const found = await confirm(db, hashToken(request.params.token), evidenceOf(request));
    reply.headers(pageHeaders);
    if (found === undefined) return reply.code(404).send(deadLinkPage);
    wakeWorker();
    const subject = await subjectOf(db, found);
    return found.standing === 'open' ? confirmedPage(subject) : alreadyPage(subject);
  });
}

function evidenceOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Evidence {
  return { ip: truncatedAddress(ip), userAgent: headers['user-agent']?.slice(0, maxUserAgent) ?? null };
}

async function subjectOf(db: Db, { accountId, mailingId, email }: Found) {
  const account = await findAccount(db, accountId);
  const mailing = mailingId === null ? undefined : await findMailing(db, accountId, mailingId);
  return { brand: branding.brandOf(account), email, language: languageOf(mailing?.locale) };
}

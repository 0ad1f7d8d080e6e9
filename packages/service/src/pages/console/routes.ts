import { isFromOtherSite } from '@mailwright/server-runtime/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type KeyHolder, noteAct } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { formOf } from '../../platform/http/forms.ts';
import { page, pageHeaders } from '../../platform/http/page.ts';
import { answerOperator } from '../../platform/http/unavailable.ts';
import { type ConsoleFacts, readConsole, readRunning } from './figures.ts';
import { consolePage, signInPage } from './pages.ts';
import { consoleHeaders, runningList } from './running.ts';
import { closeSession, openSession } from './session.ts';
import { mayOperate } from './signed-in.ts';

interface Operators {
  /** Returns the user of a page. */
  find(request: FastifyRequest): Promise<KeyHolder | undefined>;
  /** Returns the holder of a key, or `undefined` if the key is not valid. */
  byKey(key: string, address: string): Promise<KeyHolder | undefined>;
}

const refusedPage = page('Not acceptable', '<h1>Requests from pages of other sites are not allowed</h1>');

/** `/`: how things are with an account, for who has signed in with one of its keys; reading only. */
export function registerConsoleRoutes(app: FastifyInstance, db: Db, operators: Operators, facts: ConsoleFacts): void {
  app.get('/', { errorHandler: answerOperator }, async (request, reply) => {
    const holder = await operators.find(request);
    if (holder === undefined) return reply.headers(pageHeaders).send(signInPage(false));
    return reply.headers(consoleHeaders).send(consolePage(await readConsole(db, holder.account, facts)));
  });

  app.get('/running', async (request, reply) => {
    const holder = await operators.find(request);
    reply.headers(pageHeaders);
    return holder ? runningList(await readRunning(db, holder.account)) : reply.code(403).send(signInPage(false));
  });

  const fromHere = (request: FastifyRequest, reply: FastifyReply) => {
    if (!isFromOtherSite(request.headers)) return true;
    reply.code(403).headers(pageHeaders).send(refusedPage);
    return false;
  };

  app.post('/sign-in', async (request, reply) => {
    if (!fromHere(request, reply)) return reply;
    const given = formOf(request).get('key') ?? '';
    const key = given.trim();
    const holder = key === '' ? undefined : await operators.byKey(key, request.ip);
    if (!holder || !mayOperate(holder, request.ip)) return reply.code(403).headers(pageHeaders).send(signInPage(true));
    await noteAct(db, {
      accountId: holder.account.id,
      action: 'signIn',
      key: { id: holder.keyId, remoteAddress: request.ip },
    });
    await openSession(db, reply, holder, key, request.ip);
    return reply.headers({ 'cache-control': 'no-store' }).redirect('/', 303);
  });

  app.post('/sign-out', async (request, reply) => {
    if (!fromHere(request, reply)) return reply;
    await closeSession(db, request, reply);
    return reply.headers({ 'cache-control': 'no-store' }).redirect('/', 303);
  });
}

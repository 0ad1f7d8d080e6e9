import { hkdfSync } from 'node:crypto';
import { type ConsoleDemo, createConsole, type FormKeeper, type Sessions, words } from '@mailwright/console';
import { type BodiesUnderWay, fetchListener } from '@mailwright/server-runtime/web';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { NoResultError } from 'kysely';
import { deleteSession, findSessionKey, insertSession, type KeyHolder, noteAct, secrets } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { limitPages } from '../../platform/http/limited.ts';
import { handlePageErrors } from '../../platform/http/unavailable.ts';
import type { Log } from '../../platform/log/log.ts';
import type { IdentityProvider } from '../../platform/network/openid-provider.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';
import { userEntrance } from './entrance.ts';
import { readName } from './session.ts';
import { mayOperate } from './signed-in.ts';

/** People at work load a page every few seconds, and several may share an address. */
const allowance = { burst: 600, perSecond: 20, clients: 20_000 };

interface Mounting {
  db: Db;
  log: Log;
  hasOutbox: boolean;
  findHolder(key: string, address: string): Promise<KeyHolder | undefined>;
  fetchApi(address: string): (request: Request) => Promise<Response>;
  /** Counts request bodies in memory. */
  bodies: BodiesUnderWay;
  publicUrl(): string;
  identityProvider: IdentityProvider | undefined;
  demo: ConsoleDemo | undefined;
  wakeWorker(): void;
  forgetKeys(): void;
}

/** `/console`: the console, whose requests reach the API within this process, with the address of the browser. */
export function mountConsole(app: FastifyInstance, mounting: Mounting) {
  const { db, log, hasOutbox, findHolder, fetchApi, bodies, publicUrl } = mounting;
  const about = { right: 'administer', group: 'delivery' } as const;
  const outbox = hasOutbox ? [{ label: words('Outbox'), path: '/outbox', ...about }] : [];
  const handle = createConsole({
    apiUrl: () => `${publicUrl()}/1.0`,
    fetchFor: ({ address }) => fetchApi(address),
    sessions: storedSessions(db, findHolder),
    formKeeper: keeperOfForms(db),
    // Beside the bodies of the API: a form with a file becomes one of these too, which must have room.
    countBody: (token, { address }) =>
      bodies.begin(`forms of ${(token && readName(token)?.accountId) ?? clientNetwork(address)}`),
    entrance: userEntrance(mounting),
    demo: mounting.demo,
    links: [...outbox, { label: words('Documentation'), path: '/docs' }],
    onError: (error) => log(`The console failed: ${error instanceof Error ? error.message : String(error)}`),
  });
  app.register(async (pages) => {
    limitPages(pages, allowance);
    handlePageErrors(pages, log);
    const listen = fetchListener(handle, 'https://console');
    // The console reads bodies itself, after it knows who sent them.
    const onRequest = (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      void listen(request.raw, reply.raw, { address: request.ip });
    };
    const method = pages.supportedMethods as HTTPMethods[];
    for (const url of ['/console', '/console/*']) pages.route({ method, url, onRequest, handler: onRequest });
  });
}

/** Sessions in the database, so that they survive a restart and are valid at every process of the service. */
function storedSessions(db: Db, findHolder: Mounting['findHolder']): Sessions {
  return {
    async open(key, { address }) {
      const holder = await findHolder(key, address);
      if (!holder || !mayOperate(holder, address)) return undefined;
      const who = { accountId: holder.account.id, key: { id: holder.keyId, remoteAddress: address } };
      await noteAct(db, { ...who, action: 'signIn' });
      const { accountId, token } = await insertSession(db, holder, key, address);
      return `${accountId}.${token}`;
    },
    async findKey(value) {
      const name = readName(value);
      return name && findSessionKey(db, name);
    },
    async close(value) {
      const name = readName(value);
      if (name) await deleteSession(db, name);
    },
  };
}

/** The secret of an account keeps its forms too, so that every process of the service gives them back, also after a restart. */
function keeperOfForms(db: Db): FormKeeper {
  return {
    realmOf: (value) => String(readName(value)?.accountId ?? 0),
    async secretOf(realm) {
      if (!/^[1-9]\d{0,14}$/.test(realm)) return undefined;
      const secret = await secrets.secretOfAccount(db, Number(realm)).catch((error: Error) => {
        if (error instanceof NoResultError) return undefined;
        throw error;
      });
      return secret && new Uint8Array(hkdfSync('sha256', secret, '', 'forms of the console', 32));
    },
  };
}

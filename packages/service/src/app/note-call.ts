import type { Call } from '@mailwright/server';
import { noteAct } from '../account/index.ts';
import type { Db } from '../platform/database/schema.ts';
import type { HolderPrincipal } from './principal.ts';

/** Parameters of paths that name things by their numbers. A contact's `id` is none of them: people are not in the log. */
const thing = /\{(\w*[a-z]id)\}/gi;

/** Records in the audit log what a request has changed; `answer` is the result of its handler. */
export async function noteCall(db: Db, call: Call<HolderPrincipal>, answer: unknown): Promise<void> {
  const { operation, input, principal, request } = call;
  const { account, keyId, userId } = principal!.holder;
  const named = [...operation.path.matchAll(thing)].map(([, name]) => `${name}=${input[name!]}`);
  const made = typeof answer === 'number' && !operation.path.startsWith('/contacts') ? [`id=${answer}`] : [];
  await noteAct(db, {
    accountId: account.id,
    action: operation.id,
    object: [...named, ...made].join(' ') || undefined,
    key: { id: keyId, userId, remoteAddress: request.remoteAddress },
  });
}

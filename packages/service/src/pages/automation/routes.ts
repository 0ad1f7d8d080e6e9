import type { FastifyInstance } from 'fastify';
import { contactFilters } from '../../audiences/index.ts';
import { findProgram, lastRuns, listPrograms, type VersionInUse, versionsInUse } from '../../events/index.ts';
import { mailingNames } from '../../mailings/index.ts';
import { customFields } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import type { RequireOperator } from '../console/signed-in.ts';
import { programPage, programsPage } from './pages.ts';
import type { Names } from './words.ts';

/** How many runs the page of a program shows. */
const shown = 50;

/** `/automation`: read-only view of an account's programs and runs; requires a key of the account. */
export function registerAutomationRoutes(app: FastifyInstance, db: Db, requireOperator: RequireOperator): void {
  app.get('/automation', async (request, reply) => {
    const holder = await requireOperator(request, reply);
    if (holder === undefined) return reply;
    return reply.headers(pageHeaders).send(programsPage(await listPrograms(db, holder.account.id)));
  });

  app.get<{ Params: { id: string } }>('/automation/:id', async (request, reply) => {
    const holder = await requireOperator(request, reply);
    if (holder === undefined) return reply;
    const accountId = holder.account.id;
    const id = Number(request.params.id);
    const program = Number.isSafeInteger(id) ? await findProgram(db, accountId, id) : undefined;
    if (program === undefined) return reply.callNotFound();
    const standings = await versionsInUse(db, accountId, id);
    const runs = await lastRuns(db, accountId, id, shown);
    return reply
      .headers(pageHeaders)
      .send(programPage(program, standings, runs, await readNames(db, accountId, standings)));
  });
}

async function readNames(db: Db, accountId: number, standings: readonly VersionInUse[]): Promise<Names> {
  const ids = standings.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'branch' ? step.contact_filter_id : [])),
  );
  const filters = await contactFilters(db, accountId, [...new Set(ids)]);
  const fields = await customFields(db, accountId);
  return {
    mailings: await mailingNames(db, accountId, 'trigger'),
    filters: new Map([...filters].map(([id, { name }]) => [id, name])),
    customFields: new Map([...fields].map(([name, { id }]) => [id, name])),
  };
}

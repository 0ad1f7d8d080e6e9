import { badRequest, type Handlers } from '@mailwright/server';
import { isBranching, tryProgram } from '../../events/index.ts';
import { findContacts, requireContact } from '../../people/index.ts';
import type { Context } from '../context.ts';
import { requireProgram } from './require.ts';

const dayMillis = 24 * 3_600_000;
const usualDays = 90;
const mostDays = 366;

/** Programs that are tried in thought. */
export const programTestHandlers = {
  async testAutomationProgram({ programId, body }, context) {
    const { db, accountId } = context;
    const { contact_id: contactId, start: given, until: end, goal_after, exit_after, choices } = body;
    const program = await requireProgram(context, programId);
    if (contactId !== undefined)
      requireContact(await findContacts(db, accountId, { id: contactId }), `id ${contactId}`);
    const now = new Date();
    const start = new Date(given ?? now.getTime());
    const until = new Date(end ?? start.getTime() + usualDays * dayMillis);
    if (until <= start || until.getTime() > start.getTime() + mostDays * dayMillis)
      throw badRequest(`until must be after start, and at most ${mostDays} days after it`);
    for (const { step } of choices ?? []) {
      const chosen = program.steps[step];
      if (chosen === undefined || !isBranching(chosen))
        throw badRequest(`choices: step must be the index of a step with two ways but was ${step}`);
    }
    const { outcome, at, step, lines } = await tryProgram(db, program, {
      ...{ contactId, start, until, now, goal_after, exit_after, choices },
    });
    return {
      outcome,
      timestamp: at.getTime(),
      ...(step !== undefined && { step }),
      lines: lines.map(({ at: time, until: over, by, ...rest }) => ({
        ...rest,
        timestamp: time.getTime(),
        ...(over !== undefined && { until: over.getTime() }),
        ...(by !== undefined && { decided_by: by }),
      })),
    };
  },
} satisfies Partial<Handlers<Context>>;

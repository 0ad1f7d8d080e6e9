import type { Readiness as Document, Handlers } from '@mailwright/server';
import { findConfirmationObstacle, findProgramObstacles } from '../events/index.ts';
import { formatSqlDateTime } from '../platform/time/format.ts';
import { judgeMailing, judgeRelays, type Readiness, type ReadinessContext } from '../quality/index.ts';
import { obstacles } from '../sending/index.ts';
import type { Context } from './context.ts';
import { requireMailing } from './mailings/require.ts';
import { requireProgram } from './marketing-automation/require.ts';
import { requireForm } from './sign-up-forms/require.ts';

/** What stands in the way of mailings, forms and programs. */
export const readinessHandlers = {
  async getMailingReadiness({ mailingid }, context) {
    return document(await judgeMailing(toReadinessContext(context), await requireMailing(context, mailingid)));
  },

  async getSignUpFormReadiness({ formId }, context) {
    const { db, accountId } = context;
    const { double_opt_in, doi_mailing } = await requireForm(context, formId);
    if (!double_opt_in) return document({ obstacles: [] });
    const found = await findConfirmationObstacle(db, accountId, doi_mailing ?? undefined);
    const others = await judgeRelays(toReadinessContext(context));
    return document({ obstacles: found === undefined ? others : [found, ...others] });
  },

  async getAutomationProgramReadiness({ programId }, context) {
    const { db, accountId } = context;
    const { steps } = await requireProgram(context, programId);
    const found = await findProgramObstacles(db, accountId, steps);
    const others = steps.some(({ kind }) => kind === 'send') ? await judgeRelays(toReadinessContext(context)) : [];
    return document({ obstacles: [...found, ...others] });
  },
} satisfies Partial<Handlers<Context>>;

function toReadinessContext({ db, account, userId, transport, dkim }: Context): ReadinessContext {
  return { db, account, userId: userId ?? null, staysLocal: transport.isLocal === true, dkim };
}

function document({
  obstacles: found,
  audience,
  bulkReceivers = [],
}: Pick<Readiness, 'obstacles'> & Partial<Readiness>): Document {
  return {
    ready: !found.some(obstacles.blocks),
    ...(audience && {
      audience: {
        contacts: audience.contacts,
        recipients: audience.recipients,
        left_out: Array.from(audience.leftOut, ([reason, contacts]) => ({ reason: reason as Reason, contacts })),
        counted: formatSqlDateTime(new Date()),
        ...(bulkReceivers.length > 0 && {
          bulk_receivers: bulkReceivers.map(({ rules, mails, lately }) => {
            return { name: rules.name, mails, lately, bulk_from: rules.bulk.from };
          }),
        }),
      },
    }),
    obstacles: found.slice(0, maxObstacles),
  };
}

type Reason = NonNullable<Document['audience']>['left_out'][number]['reason'];

const maxObstacles = 1000;

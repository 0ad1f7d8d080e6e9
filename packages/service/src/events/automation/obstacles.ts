import type { AutomationStep } from '@mailwright/server';
import { findMailing, isReleased, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { obstacles } from '../../sending/index.ts';

/** Reports whether a step can send a mailing now; a program goes past those that it cannot send. */
export const isSendable = (mailing: Mailing | undefined): boolean => mailing !== undefined && isReleased(mailing.state);

/** Returns the steps of a program that could not send what they name, each as an obstacle. */
export async function findProgramObstacles(
  db: Db,
  accountId: number,
  steps: readonly AutomationStep[],
): Promise<obstacles.Obstacle[]> {
  const found: obstacles.Obstacle[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'send') continue;
    const mailing = await findMailing(db, accountId, step.mailing_id);
    if (isSendable(mailing)) continue;
    const [code, fault] =
      mailing === undefined
        ? (['trigger_mailing_missing', `mailing ${step.mailing_id}, which does not exist`] as const)
        : (['trigger_mailing_inactive', `the mailing "${mailing.name}", which is not active`] as const);
    found.push(obstacles.obstacle(code, `Step ${index + 1} sends ${fault}.`, mailing?.id));
  }
  return found;
}

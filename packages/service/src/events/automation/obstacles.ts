import type { AutomationStep } from '@mailwright/server';
import { findMailing, isReleased, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { obstacles } from '../../sending/index.ts';

/** Returns why a step cannot send a mailing now, or `undefined` if it can; a program goes past those that it cannot send. */
export function sendFault(mailing: Mailing | undefined) {
  if (mailing === undefined) return 'trigger_mailing_missing';
  return isReleased(mailing.state) ? undefined : 'trigger_mailing_inactive';
}

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
    const code = sendFault(mailing);
    if (code === undefined) continue;
    const fault =
      mailing === undefined
        ? `mailing ${step.mailing_id}, which does not exist`
        : `the mailing "${mailing.name}", which is not active`;
    found.push(obstacles.obstacle(code, `Step ${index + 1} sends ${fault}.`, mailing?.id));
  }
  return found;
}

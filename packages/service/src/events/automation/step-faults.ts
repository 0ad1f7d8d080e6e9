import type { AutomationStep } from '@mailwright/server';
import { findContactFilter } from '../../audiences/index.ts';
import { findMailing } from '../../mailings/index.ts';
import { type CustomFields, customFields } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { isWanted } from '../../platform/events/publish.ts';
import type { StepFault } from '../tables.ts';
import { sendFault } from './obstacles.ts';
import { findProgram } from './programs.ts';
import { activeUserWith } from './take-step.ts';

/** A step that would do nothing for anybody, and why. */
export interface FaultyStep {
  step: number;
  reason: StepFault;
}

/** Returns the steps that would do nothing now, because what they need is gone or not active. */
export async function findFaultySteps(
  db: Db,
  accountId: number,
  steps: readonly AutomationStep[],
): Promise<FaultyStep[]> {
  const fields = await customFields(db, accountId);
  const faulty: FaultyStep[] = [];
  for (const [index, step] of steps.entries()) {
    const reason = await faultOfStep(db, accountId, step, fields);
    if (reason !== undefined) faulty.push({ step: index, reason });
  }
  return faulty;
}

async function faultOfStep(
  db: Db,
  accountId: number,
  step: AutomationStep,
  fields: CustomFields,
): Promise<StepFault | undefined> {
  const hasField = (id: string) => [...fields.values()].some((field) => String(field.id) === id);
  switch (step.kind) {
    case 'send':
      return sendFault(await findMailing(db, accountId, step.mailing_id));
    case 'branch':
    case 'wait_for':
      return (await findContactFilter(db, accountId, step.contact_filter_id)) ? undefined : 'segment_deleted';
    case 'set':
      return step.is_customfield === true && !hasField(step.field) ? 'field_deleted' : undefined;
    case 'wait_until':
      return step.zone_field !== undefined && !hasField(step.zone_field) ? 'field_deleted' : undefined;
    case 'start_program':
      return (await findProgram(db, accountId, step.program_id))?.state === 'released' ? undefined : 'program_inactive';
    case 'notify':
      return (await activeUserWith(db, accountId, step.email)) ? undefined : 'user_missing';
    case 'call_webhooks':
      return (await isWanted(db, accountId, 'automation_step')) ? undefined : 'webhook_missing';
    default:
      return undefined;
  }
}

import type { AutomationStep, AutomationTest } from '@mailwright/server';
import { findAccount } from '../../account/index.ts';
import { findMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { timeIn, toDate } from '../../platform/time/zone.ts';
import type { StepFault } from '../tables.ts';
import { contactZones } from './contact-zones.ts';
import { contactsInFilter } from './entry.ts';
import { sendFault } from './obstacles.ts';
import type { Program } from './programs.ts';
import { drawOf, isInShare } from './shares.ts';
import { type ProgramTrial, simulate, type TrialResult, type WayDecision } from './simulate.ts';
import { isBranching } from './steps.ts';

/** A contact, or nobody in particular, who goes through a program in thought. */
export interface Try extends Pick<AutomationTest, 'goal_after' | 'exit_after' | 'choices'> {
  contactId: number | undefined;
  start: Date;
  until: Date;
  /** The present: what contacts are like is asked now. */
  now: Date;
}

/** Says what would happen to a contact in the newest version of a program. Changes nothing. */
export async function tryProgram(db: Db, program: Program, attempt: Try): Promise<TrialResult> {
  const { account_id: accountId, steps } = program;
  const { start, until } = attempt;
  const { time_zone: zone } = await findAccount(db, accountId);
  const later = (since: Date, duration: string) => toDate(timeIn(zone, since).add(duration));
  const known = new Map<number, WayDecision>();
  const faults = new Map<number, StepFault | undefined>();
  const zones = new Map<string, string>();
  for (const [index, step] of steps.entries()) {
    if (isBranching(step)) known.set(index, await decisionOf(db, program, step, index, attempt));
    if (step.kind === 'send') faults.set(index, sendFault(await findMailing(db, accountId, step.mailing_id)));
    if (step.kind === 'wait_until' && step.zone_field !== undefined && attempt.contactId !== undefined) {
      const found = await contactZones(db, accountId, step.zone_field, [attempt.contactId]);
      zones.set(step.zone_field, found.get(attempt.contactId) ?? zone);
    }
  }
  for (const { step, matching, after } of attempt.choices ?? [])
    known.set(step, { matching, by: 'choice', ...(after && { happens: (since) => later(since, after) }) });
  return simulate({
    ...{ steps, start, until, zone, leave: await leaveOf(db, program, attempt, later) },
    zoneOf: (step) => (step.kind === 'wait_until' && zones.get(step.zone_field ?? '')) || zone,
    decide: (index) => known.get(index)!,
    idle: (index) => faults.get(index),
  });
}

/** What decides about a contact where its person has not chosen: what is known of the contact now, or chance. */
async function decisionOf(
  db: Db,
  program: Program,
  step: AutomationStep,
  index: number,
  { contactId, now }: Try,
): Promise<WayDecision> {
  if (contactId === undefined) return { matching: false, by: 'assumed' };
  if (step.kind === 'branch' || step.kind === 'wait_for') {
    const found = await contactsInFilter(db, program.account_id, step.contact_filter_id, [contactId], now);
    return { matching: found?.has(contactId) === true, by: 'contact' };
  }
  if (step.kind === 'branch_random')
    return { matching: isInShare(drawOf(program.id, program, index), contactId, step.percent), by: 'chance' };
  return { matching: false, by: 'assumed' };
}

/** When the contact leaves by the goal or the exit rule: at its start if it would now. The goal comes first. */
async function leaveOf(
  db: Db,
  { account_id, goal_filter_id, exit_filter_id }: Program,
  { contactId, goal_after, exit_after, start, now }: Try,
  later: (since: Date, duration: string) => Date,
): Promise<ProgramTrial['leave']> {
  const at = async (filterId: number | null, after: string | undefined) => {
    if (filterId === null) return undefined;
    const ids = contactId === undefined ? [] : [contactId];
    const found = ids.length === 0 ? undefined : await contactsInFilter(db, account_id, filterId, ids, now);
    if (ids.some((id) => found?.has(id))) return start;
    return after === undefined ? undefined : later(start, after);
  };
  const goal = await at(goal_filter_id, goal_after);
  const exit = await at(exit_filter_id, exit_after);
  if (exit !== undefined && (goal === undefined || exit < goal)) return { at: exit, by: 'exit' };
  return goal && { at: goal, by: 'goal' };
}

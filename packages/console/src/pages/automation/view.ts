import type { Visit } from '../../web/routes.ts';
import { readNames } from '../mailing-names.ts';
import { readFilterNames, readProgramNames } from './names.ts';
import type { StepNames } from './short-steps.ts';
import type { Draft, Step } from './steps.ts';

export const list = '/console/automation';

/** Address of the page of a step. */
export const stepPath = (programId: number | string, index: number) => `${list}/${programId}/steps/${index}`;

/** The index of a step that the address of a page names; `undefined` if there is no such step. */
export function stepOf({ params }: Visit, steps: readonly Step[]): number | undefined {
  const index = Number(params.step);
  return Number.isInteger(index) && steps[index] !== undefined ? index : undefined;
}

/** Reads the names of what steps speak of, and of further contact filters. */
export async function readStepNames(
  visit: Visit,
  steps: readonly Step[],
  filterIds: readonly number[] = [],
): Promise<StepNames> {
  const { client, say } = visit;
  const mailingIds = steps.flatMap((step) => (step.kind === 'send' ? step.mailing_id : []));
  const inSteps = steps.flatMap((step) => ('contact_filter_id' in step ? step.contact_filter_id : []));
  const programIds = steps.flatMap((step) => ('program_id' in step ? step.program_id : []));
  const [mailings, filter, program] = await Promise.all([
    readNames(say, client, mailingIds),
    readFilterNames(visit, [...inSteps, ...filterIds]),
    readProgramNames(visit, programIds),
  ]);
  return { mailing: (id) => mailings.get(id) ?? say('Mailing {id}', { id }), filter, program };
}

/** The parts of a program that a change of its steps sends again. */
export function draftOf(program: Draft): Draft {
  const { name, state, start_event, start_date, start_on, contact_filter_id, again_after_days, steps } = program;
  const { goal, exit_filter_id } = program;
  return {
    name,
    state,
    ...(start_event !== undefined && { start_event }),
    ...(start_date !== undefined && { start_date }),
    ...(start_on !== undefined && { start_on }),
    ...(contact_filter_id !== undefined && { contact_filter_id }),
    ...(again_after_days !== undefined && { again_after_days }),
    ...(goal !== undefined && { goal }),
    ...(exit_filter_id !== undefined && { exit_filter_id }),
    steps,
  };
}

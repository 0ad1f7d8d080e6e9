import { type AutomationStep, badRequest } from '@mailwright/server';
import { stepsFault } from '../../events/index.ts';
import { type CustomFields, customFields, readContact } from '../../people/index.ts';
import { requireContactFilter } from '../contact-filters/require.ts';
import type { Context } from '../context.ts';
import { requireMailingOfType } from '../mailings/require.ts';

/**
 * The steps of a draft as they are kept: custom fields by their ids, so that they stay when these are renamed.
 * @throws ApiError 400 when a program cannot go this way; 404 when a mailing or contact filter does not exist
 */
export async function readSteps(steps: readonly AutomationStep[], context: Context): Promise<AutomationStep[]> {
  const fault = stepsFault(steps);
  if (fault !== undefined) throw badRequest(fault);
  const fields = await customFields(context.db, context.accountId);
  const read: AutomationStep[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'send') await requireMailingOfType(context, step.mailing_id, 'trigger');
    if (step.kind === 'branch') await requireContactFilter(context, step.contact_filter_id);
    read.push(step.kind === 'set' ? readSet(step, fields, `steps[${index}]`) : step);
  }
  return read;
}

type SetStep = Extract<AutomationStep, { kind: 'set' }>;

function readSet(step: SetStep, fields: CustomFields, place: string): SetStep {
  const { field, value, is_customfield = false } = step;
  const body = is_customfield ? { custom_fields: { [field]: value } } : { standard_fields: { [field]: value } };
  const { faults } = readContact(body, fields);
  if (faults.length > 0) throw badRequest(`${place}: ${faults.join('; ')}`);
  return is_customfield ? { ...step, field: String(fields.get(field)!.id) } : step;
}

/** Steps as clients read them, with the names of custom fields. */
export function stepDocuments(steps: readonly AutomationStep[], fields: CustomFields): AutomationStep[] {
  const names = new Map([...fields].map(([name, { id }]) => [String(id), name]));
  return steps.map((step) =>
    step.kind === 'set' && step.is_customfield ? { ...step, field: names.get(step.field) ?? step.field } : step,
  );
}

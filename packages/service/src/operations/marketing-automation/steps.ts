import { type AutomationStep, badRequest } from '@mailwright/server';
import { activeUserWith, stepsFault } from '../../events/index.ts';
import { type CustomFields, customFields, readContact } from '../../people/index.ts';
import { requireContactFilter } from '../contact-filters/require.ts';
import { requireTag } from '../contacts/tags.ts';
import type { Context } from '../context.ts';
import { requireMailingOfType } from '../mailings/require.ts';
import { requireProgram } from './require.ts';

/**
 * The steps of a draft as they are kept: custom fields by their ids, so that they stay when these are renamed.
 * @throws ApiError 400 when a program cannot go this way; 404 when a mailing, contact filter or program does not exist
 */
export async function readSteps(steps: readonly AutomationStep[], context: Context): Promise<AutomationStep[]> {
  const fault = stepsFault(steps);
  if (fault !== undefined) throw badRequest(fault);
  const fields = await customFields(context.db, context.accountId);
  const read: AutomationStep[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'send') await requireMailingOfType(context, step.mailing_id, 'trigger');
    if ('contact_filter_id' in step) await requireContactFilter(context, step.contact_filter_id);
    if (step.kind === 'notify' && (await activeUserWith(context.db, context.accountId, step.email)) === undefined)
      throw badRequest(
        `steps[${index}]: email must be the address of an active user of the account but was "${step.email}"`,
      );
    if ('program_id' in step) await requireProgram(context, step.program_id);
    read.push(readValues(step, fields, index));
  }
  return read;
}

/** A step with the values that it gives contacts as they are kept. */
function readValues(step: AutomationStep, fields: CustomFields, index: number): AutomationStep {
  if ('tag' in step) return { ...step, tag: requireTag(`steps[${index}].tag`, step.tag) };
  if (step.kind === 'wait_until' && step.zone_field !== undefined)
    return { ...step, zone_field: zoneField(step.zone_field, fields, index) };
  return step.kind === 'set' ? readSet(step, fields, `steps[${index}]`) : step;
}

function zoneField(name: string, fields: CustomFields, index: number): string {
  const field = fields.get(name);
  if (field?.type !== 'string')
    throw badRequest(`steps[${index}]: zone_field must be a custom field of type string but was "${name}"`);
  return String(field.id);
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
  const nameOf = (id: string) => names.get(id) ?? id;
  return steps.map((step) => {
    if (step.kind === 'wait_until' && step.zone_field !== undefined)
      return { ...step, zone_field: nameOf(step.zone_field) };
    return step.kind === 'set' && step.is_customfield ? { ...step, field: nameOf(step.field) } : step;
  });
}

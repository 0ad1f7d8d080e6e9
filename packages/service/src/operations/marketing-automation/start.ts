import { type AutomationProgramDraft, type AutomationStartDate, badRequest } from '@mailwright/server';
import type { Program, StartDate } from '../../events/index.ts';
import { readEventName } from '../../mailings/index.ts';
import { type CustomFields, customFields } from '../../people/index.ts';
import { requireContactFilter } from '../contact-filters/require.ts';
import type { Context } from '../context.ts';
import { requireTransactionType } from '../transactions/require.ts';
import { readStartOn, startOnDocument } from './start-on.ts';

type Starts = Pick<
  AutomationProgramDraft,
  'start_event' | 'start_date' | 'start_on' | 'contact_filter_id' | 'again_after_days'
>;

/** Standard fields with a date. */
const dateFields: readonly string[] = ['BIRTHDAY', 'NAMEDAY'];

type KeptStart = Pick<
  Program,
  | 'transaction_type_id'
  | 'system_event'
  | 'start_date'
  | 'start_on'
  | 'start_filter_id'
  | 'start_once'
  | 'again_after_days'
>;

/**
 * What starts a program for whom, as it is kept.
 * @throws ApiError 400, or 404 for a transaction type, contact filter, mailing or goal that does not exist
 */
export async function readStart(
  { start_event, start_date, start_on, contact_filter_id, again_after_days = 0 }: Starts,
  context: Context,
): Promise<KeptStart> {
  if ([start_event, start_date, start_on].filter((start) => start !== undefined).length > 1)
    throw badRequest('start_event, start_date and start_on exclude each other');
  const event =
    start_event === undefined ? { transaction_type_id: null, system_event: null } : readEventName(start_event);
  if (event.transaction_type_id !== null) await requireTransactionType(context, event.transaction_type_id);
  if (contact_filter_id !== undefined) await requireContactFilter(context, contact_filter_id);
  return {
    ...event,
    start_date: start_date === undefined ? null : await readDate(start_date, context),
    start_on: start_on === undefined ? null : await readStartOn(start_on, context),
    start_filter_id: contact_filter_id ?? null,
    start_once: again_after_days === null,
    again_after_days: again_after_days || null,
  };
}

async function readDate(date: AutomationStartDate, { db, accountId }: Context): Promise<StartDate> {
  const { field, is_customfield = false, days = 0, repeat, hour } = date;
  const custom = is_customfield ? (await customFields(db, accountId)).get(field) : undefined;
  const hasDates = is_customfield
    ? custom?.type === 'date' || custom?.type === 'timestamp'
    : dateFields.includes(field);
  if (!hasDates) {
    throw badRequest(
      `start_date: field must be ${dateFields.join(', ')} or a custom field of type date or timestamp but was "${field}"`,
    );
  }
  return { field: custom === undefined ? field : String(custom.id), is_customfield, days, repeat, hour };
}

/** What starts a program for whom as clients read it, with the name of a custom field. */
export function startDocument(program: Program, fields: CustomFields): Starts {
  const { start_filter_id, start_once, again_after_days } = program;
  const again = start_once ? null : (again_after_days ?? undefined);
  return {
    ...reasonDocument(program, fields),
    ...(start_filter_id !== null && { contact_filter_id: start_filter_id }),
    ...(again !== undefined && { again_after_days: again }),
  };
}

function reasonDocument(program: Program, fields: CustomFields): Starts {
  const { transaction_type_id, system_event, start_date, start_on } = program;
  if (start_on !== null) return { start_on: startOnDocument(start_on, fields) };
  const event = system_event ?? transaction_type_id?.toString();
  if (start_date === null) return event === undefined ? {} : { start_event: event };
  const { field, is_customfield, ...rest } = start_date;
  if (!is_customfield) return { start_date: { field, ...rest } };
  const name = [...fields].find(([, { id }]) => String(id) === field)?.[0];
  return { start_date: { field: name ?? field, is_customfield, ...rest } };
}

import { type AutomationStartOn, badRequest, notFound } from '@mailwright/server';
import type { StartOn } from '../../events/index.ts';
import { type CustomFields, customFields, formatCustomValue, readContact } from '../../people/index.ts';
import { sitesWithGoals } from '../../tracking/index.ts';
import { requireContactFilter } from '../contact-filters/require.ts';
import { requireTag } from '../contacts/tags.ts';
import type { Context } from '../context.ts';
import { requireMailing } from '../mailings/require.ts';
import { requireProgram } from './require.ts';

type ChangeStart = Extract<AutomationStartOn, { kind: 'field_changed' }>;
type FieldStart = Extract<StartOn, { kind: 'field_changed' }>;

/**
 * What starts a program when it happens, as it is kept: custom fields by their ids, values as contacts have them.
 * @throws ApiError 400, or 404 for a mailing, goal, contact filter or program that does not exist
 */
export async function readStartOn(start: AutomationStartOn, context: Context): Promise<StartOn> {
  switch (start.kind) {
    case 'contact_created': {
      const { kind, imports = false, existing = false } = start;
      return { kind, imports, existing };
    }
    case 'tag_added':
    case 'tag_removed':
      return { kind: start.kind, tag: requireTag('start_on.tag', start.tag) };
    case 'field_changed':
      return readChange(start, await customFields(context.db, context.accountId));
    case 'link_clicked':
    case 'mailing_opened':
      await requireMailing(context, start.mailing_id);
      return start;
    case 'goal_reached': {
      const goals = (await sitesWithGoals(context.db, context.accountId)).flatMap((site) => site.goals);
      if (!goals.some(({ id }) => id === start.goal_id)) throw notFound('Goal', start.goal_id);
      if (start.mailing_id !== undefined) await requireMailing(context, start.mailing_id);
      return start;
    }
    case 'segment_entered':
    case 'segment_left':
      await requireContactFilter(context, start.contact_filter_id);
      return start;
    case 'unsubscribed':
      return start;
    case 'program_ended':
      await requireProgram(context, start.program_id);
      return start;
  }
}

function readChange({ kind, is_customfield = false, field, from, to }: ChangeStart, fields: CustomFields): FieldStart {
  const read = (text: string | null) => {
    const entry = [{ name: field, value: text === '' ? null : text }];
    const { change, faults } = readContact(
      is_customfield ? { custom_fields: entry } : { standard_fields: entry },
      fields,
    );
    if (faults.length > 0) throw badRequest(`start_on: ${faults.join('; ')}`);
    return Object.entries(is_customfield ? change.customFields : change.standardFields)[0]!;
  };
  const [key] = read(null);
  const values = {
    ...(from !== undefined && { from: read(from)[1] }),
    ...(to !== undefined && { to: read(to)[1] }),
  };
  if (values.from !== undefined && values.from === values.to)
    throw badRequest('start_on: from and to must not be the same');
  return { kind, is_customfield, field: key, ...values };
}

/** What starts a program when it happens as clients read it, with the name of a custom field. */
export function startOnDocument(start: StartOn, fields: CustomFields): AutomationStartOn {
  if (start.kind !== 'field_changed') return start;
  const { kind, is_customfield, field, from, to } = start;
  const name = is_customfield ? ([...fields].find(([, { id }]) => String(id) === field)?.[0] ?? field) : field;
  const text = (value: NonNullable<typeof from> | null) => (value === null ? null : formatCustomValue(value));
  return {
    kind,
    ...(is_customfield && { is_customfield }),
    field: name,
    ...(from !== undefined && { from: text(from) }),
    ...(to !== undefined && { to: text(to) }),
  };
}

import { section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { readFilterNames } from './names.ts';

const list = '/console/automation';

/** Asks for the segment for which a program is started, and then, with how many contacts begin, whether it is. */
export const startByHandForm = (visit: Visit): Promise<Response> => show(visit, visit.query.get('segment') ?? '');

async function show(visit: Visit, segment: string, message?: string): Promise<Response> {
  const { client, params, path, say } = visit;
  const programId = Number(params.id);
  const { name } = await client.marketingAutomation.get({ programId }).orThrow();
  const back = linkButton(say('Cancel'), `${list}/${programId}`);
  const isChosen = /^\d{1,15}$/.test(segment);
  const body = html`${fault(message)}${section(say('Start for a segment'), isChosen ? await question() : await choice())}`;

  async function choice() {
    const filters = await client.contactFilters.list({ page_size: 1000 }).orThrow();
    const options = filters.items.map(({ id, name: label }) => [String(id), label ?? String(id)] as const);
    return html`<form method="get" action="${path}">${selectField({ label: say('Which segment'), name: 'segment', value: '', options: [['', say('Choose …')], ...options] })}${hint(say('Contacts who are in the automation already, or may not begin it again, are left out.'))}<p class="row"><button>${say('Count the contacts')}</button>${back}</p></form>`;
  }

  async function question() {
    const contact_filter_id = Number(segment);
    const [count, filter] = await Promise.all([
      client.marketingAutomation.countStarters({ programId, contact_filter_id }).orThrow(),
      readFilterNames(visit, [contact_filter_id]),
    ]);
    const words = say('{count, plural, one {# contact} other {# contacts}} of “{filter}” would begin now.', {
      count,
      filter: filter(contact_filter_id),
    });
    const button = say('Start for {count, plural, one {# contact} other {# contacts}}', { count });
    return html`<p data-count="${count}">${words}</p>${postForm(visit, path, html`<input type="hidden" name="segment" value="${segment}"><p class="row">${count > 0 && html`<button>${button}</button>`}${back}</p>`)}`;
  }
  const parent = { label: name, path: `${list}/${programId}` };
  return respondPage(visit, { title: say('Start for a segment'), parent, body }, message === undefined ? 200 : 400);
}

/** Starts a program for the contacts of a segment. */
export async function startByHand(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const segment = textOf(form, 'segment');
  const body = { contact_filter_id: Number(segment) };
  const started = await attempt(client.marketingAutomation.start({ programId: Number(params.id), body }).orThrow());
  return 'fault' in started
    ? show(visit, segment, started.fault)
    : redirect(`${list}/${params.id}?done=program-started`);
}

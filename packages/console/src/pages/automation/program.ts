import { facts, number, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { readNames } from '../mailing-names.ts';
import { eventLabel, programBadge, transactionTypes } from './list.ts';
import { describeStep, type Step } from './steps.ts';

const parent = { label: 'Automation', path: '/console/automation' };

/** A program, drawn as the list of its steps. */
export async function programPage(visit: Visit): Promise<Response> {
  const { client, params } = visit;
  const program = await client.marketingAutomation.get({ programId: Number(params.id) }).orThrow();
  const { steps } = program;
  const mailingIds = steps.flatMap((step) => (step.kind === 'send' ? step.mailing_id : []));
  const filterIds = [...new Set(steps.flatMap((step) => (step.kind === 'branch' ? step.contact_filter_id : [])))];
  const [types, mailings, filters] = await Promise.all([
    transactionTypes(client),
    readNames(client, mailingIds),
    Promise.all(
      filterIds.map(async (contactFilterId) => {
        const filter = await client.contactFilters.get({ contactFilterId });
        return [contactFilterId, filter.ok ? filter.data.name : `Filter ${contactFilterId}`] as const;
      }),
    ),
  ]);
  const filterNames = new Map(filters);
  const names = {
    mailing: (id: number) => mailings.get(id) ?? `Mailing ${id}`,
    filter: (id: number) => filterNames.get(id) ?? `Filter ${id}`,
  };
  const item = (step: Step) =>
    html`<li class="${step.kind}">${step.name && html`<b>${step.name}</b>`}${describeStep(step, names)}</li>`;
  const body = html`${section(
    'Program',
    facts([
      ['State', programBadge(program.state)],
      ['Begins with', eventLabel(program.start_event, types)],
      ['Contacts under way', number(program.active_runs)],
      ['Version', `${program.version}, ${localTime(visit, program.updated)}`],
    ]),
  )}${section('Steps', html`<ol class="program">${steps.map(item)}</ol>`)}`;
  const actions = linkButton('Edit', `${parent.path}/${program.id}/edit`, 'main');
  return respondPage(visit, { title: program.name, parent, actions, body });
}

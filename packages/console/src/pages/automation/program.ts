import { facts, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { readNames } from '../mailing-names.ts';
import { eventLabel, programBadge, transactionTypes } from './list.ts';
import { describeStep, type Step } from './steps.ts';

const list = '/console/automation';

/** A program, drawn as the list of its steps. */
export async function programPage(visit: Visit): Promise<Response> {
  const { client, params, say } = visit;
  const program = await client.marketingAutomation.get({ programId: Number(params.id) }).orThrow();
  const { steps } = program;
  const mailingIds = steps.flatMap((step) => (step.kind === 'send' ? step.mailing_id : []));
  const filterIds = [...new Set(steps.flatMap((step) => (step.kind === 'branch' ? step.contact_filter_id : [])))];
  const [types, mailings, filters] = await Promise.all([
    transactionTypes(client),
    readNames(visit.say, client, mailingIds),
    Promise.all(
      filterIds.map(async (contactFilterId) => {
        const filter = await client.contactFilters.get({ contactFilterId });
        return [contactFilterId, filter.ok ? filter.data.name : say('Segment {id}', { id: contactFilterId })] as const;
      }),
    ),
  ]);
  const filterNames = new Map(filters);
  const names = {
    mailing: (id: number) => mailings.get(id) ?? say('Mailing {id}', { id }),
    filter: (id: number) => filterNames.get(id) ?? say('Segment {id}', { id }),
  };
  const item = (step: Step) =>
    html`<li class="${step.kind}">${step.name && html`<b>${step.name}</b>`}${describeStep(say, step, names)}</li>`;
  const body = html`${section(
    say('Program'),
    facts([
      [say('State'), programBadge(say, program.state)],
      [say('Begins with'), eventLabel(say, program.start_event, types)],
      [say('Contacts under way'), say.number(program.active_runs)],
      [say('Version'), `${program.version}, ${localTime(visit, program.updated)}`],
    ]),
  )}${section(say('Steps'), html`<ol class="program">${steps.map(item)}</ol>`)}`;
  const actions = linkButton(say('Edit'), `${list}/${program.id}/edit`, 'main');
  const parent = { label: say('Automation'), path: list };
  return respondPage(visit, { title: program.name, parent, actions, body });
}

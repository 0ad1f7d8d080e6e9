import type { ExperimentDraft } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { empty, fault, hint } from '../../components/notice.ts';
import { type Html, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { listMailings } from '../mailing-names.ts';
import { criteria, list } from './words.ts';

/** Drafts that can be chosen; of more, the last ones. */
const mostDrafts = 100;
const variantNumbers = ['2', '3', '4', '5'] as const;
const timeFields = ['time_1', 'time_2', 'time_3', 'time_4', 'time_5'] as const;

export const newExperimentForm = (visit: Visit): Promise<Response> => show(visit);

/** A form that makes copies of a draft, which become the variants of an experiment. */
async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, form, query, say } = visit;
  const { mailings } = await listMailings(client, { states: ['draft'], page_size: mostDrafts });
  const drafts = mailings.filter(({ type }) => type === 'regular');
  const typed = (name: string, usual: string) => (form.has(name) ? textOf(form, name) : usual);
  const wanted = typed('mailing', query.get('mailing') ?? String(drafts[0]?.id ?? ''));
  const fields = html`${section(
    say('Variants'),
    html`<div class="fields">${selectField({ label: say('Mailing'), name: 'mailing', value: wanted, options: drafts.map(({ id, name }) => [String(id), name] as const) })}
${selectField({ label: say('Variants'), name: 'variants', value: typed('variants', '2'), options: variantNumbers.map((number) => [number, number] as const), hint: say('The mailing is the first one, the others are copies of it. Change their subject, sender name or contents before you start.') })}</div>`,
  )}${section(
    say('Who gets what'),
    html`<div class="fields">${textField({ label: say('Tested on, in percent'), name: 'share', type: 'number', value: typed('share', '20'), required: true, hint: say('This part of the segment is divided among the variants; everybody else gets the better one.') })}
${textField({ label: say('Get nothing, in percent'), name: 'holdout', type: 'number', value: typed('holdout', '0'), required: true, hint: say('With some contacts who get nothing, the report tells what the mailing has changed.') })}</div>`,
  )}${section(say('When they are sent'), timePart(visit))}${section(
    say('Decision'),
    html`<div class="fields">${selectField({ label: say('Compared by'), name: 'criterion', value: typed('criterion', 'human_clicks'), options: say.options(criteria), hint: say('Openings tell little, because many mail apps open every mail by themselves.') })}
${textField({ label: say('Decided after hours'), name: 'hours', type: 'number', value: typed('hours', '4'), required: true, hint: say('From the moment at which all contacts of the test have been tried.') })}
${textField({ label: say('Name'), name: 'name', value: typed('name', ''), required: true, maxLength: 255, hint: say('For your team; people do not see it.') })}</div>`,
  )}<p class="row"><button>${say('Create the variants')}</button>${linkButton(say('Cancel'), list)}</p>`;
  const body = html`${fault(message)}${
    drafts.length === 0
      ? empty(say('There is no draft of a mailing whose variants could be tried.'))
      : postForm(visit, visit.path, fields)
  }${hint(say('Nothing is sent yet.'))}`;
  const parent = { label: say('Experiments'), path: list };
  return respondPage(visit, { title: say('Try variants'), parent, body }, message === undefined ? 200 : 400);
}

/** Times of day of the variants: hidden until somebody wants them, as most experiments have none. */
function timePart({ say, form, account }: Visit): Html {
  const fields = timeFields.map((name, index) =>
    textField({
      label: say('Variant {number}', { number: index + 1 }),
      name,
      type: 'time',
      value: textOf(form, name),
    }),
  );
  return html`<details${timesOf(form).length > 0 && html` open`}><summary>${say('At different times of day')}</summary>${hint(
    say(
      'Without times, all variants are sent when the experiment starts. With a time for each variant, each is sent at its next such time in the time zone {zone}, and the better one to everybody else at its time.',
      { zone: account.timeZone },
    ),
  )}<div class="fields">${fields}</div></details>`;
}

/** The times that were entered. How many there must be is for the service to say. */
const timesOf = (form: FormData): string[] =>
  timeFields.map((name) => textOf(form, name)).filter((time) => time !== '');

/** Makes the copies and the experiment; the copies are deleted again if it is refused. */
export async function createExperiment(visit: Visit): Promise<Response> {
  const { client, form } = visit;
  const first = Number(textOf(form, 'mailing'));
  const number = Math.max(variantNumbers.indexOf(textOf(form, 'variants') as '2'), 0) + 2;
  const copies: number[] = [];
  const create = async () => {
    while (copies.length < number - 1) copies.push(await client.mailings.copy({ mailingid: first }).orThrow());
    return client.experiments.create({ body: { ...readDraft(form), mailing_ids: [first, ...copies] } }).orThrow();
  };
  const created = await attempt(create());
  if (!('fault' in created)) return redirect(`${list}/${created.value}?done=experiment-created`);
  for (const mailingId of copies) await client.mailings.delete({ mailingId });
  return show(visit, created.fault);
}

const readDraft = (form: FormData): Omit<ExperimentDraft, 'mailing_ids'> => ({
  name: textOf(form, 'name'),
  share: Number(textOf(form, 'share')),
  holdout: Number(textOf(form, 'holdout')),
  criterion: textOf(form, 'criterion') as ExperimentDraft['criterion'],
  hours: Number(textOf(form, 'hours')),
  ...(timesOf(form).length > 0 && { send_times: timesOf(form) }),
});

import type { Client, Experiment } from '@mailwright/client';
import { facts, section } from '../../components/figures.ts';
import { postForm } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Handler, Visit } from '../../web/routes.ts';
import { decisionText, holdoutText, variantTable } from './report.ts';
import { criterionLabel, experimentBadge, list, stopReasons } from './words.ts';

/** One experiment: how far it is, what was found, and what can be done with it. */
export const experimentPage = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const experiment = await client.experiments.get({ experimentId: Number(params.id) }).orThrow();
  const { name, state, share, holdout, criterion, drawn } = experiment;
  const rest = restFact(visit, experiment);
  const decided = decisionTime(visit, experiment);
  const refresh = (state === 'testing' || state === 'decided') && 10;
  const about = facts([
    [say('State'), experimentBadge(say, state)],
    [say('Tested on'), say('{share} of the segment', { share: say.share(share, 100) })],
    ...(holdout > 0
      ? [[say('Get nothing'), say('{share} of the segment', { share: say.share(holdout, 100) })] as const]
      : []),
    [say('Compared by'), criterionLabel(say, criterion)],
    ...(decided === undefined ? [] : [[say('Decided'), decided] as const]),
    ...(drawn === undefined ? [] : [[say('Contacts drawn'), localTime(visit, drawn)] as const]),
    ...(rest === undefined ? [] : [[say('Everybody else'), rest] as const]),
  ]);
  const stopped = state === 'stopped' && fault(stoppedText(visit, experiment));
  const result = decisionText(say, experiment);
  const lift = holdoutText(say, experiment);
  const body = html`${fault(message)}${section(say('Experiment'), html`${stopped}${about}`, { id: 'about', refresh })}
${section(say('Variants'), variantTable(visit, experiment), { id: 'variants', refresh })}
${section(say('Result'), html`${result && html`<p>${result}</p>`}${lift && html`<p>${lift}</p>`}${result && hint(say('Figures are those of the test, without mail apps that open mails by themselves.'))}`, { id: 'result', refresh })}
${section(say('What to do'), await doings(visit, experiment), { id: 'doings', refresh })}`;
  const parent = { label: say('Experiments'), path: list };
  return respondPage(visit, { title: name, parent, body }, message === undefined ? 200 : 400);
}

/** When the experiment was decided or is going to be; nothing if nobody knows. */
function decisionTime(visit: Visit, { state, criterion, hours, decision, due }: Experiment): Content {
  if (decision !== undefined) return localTime(visit, decision.decided);
  if (criterion === 'by_hand' || (state !== 'draft' && state !== 'testing')) return undefined;
  return due === undefined
    ? visit.say('{hours, plural, one {# hour} other {# hours}} after all contacts of the test were tried', { hours })
    : localTime(visit, due);
}

/** How many others get the chosen variant, or when they get it; nothing before the decision. */
function restFact(visit: Visit, { state, rest_contacts, rest_starts }: Experiment): Content {
  if (rest_contacts !== undefined) return visit.say.number(rest_contacts);
  if (state !== 'decided' || rest_starts === undefined) return undefined;
  return visit.say('get it on {time}', { time: localTime(visit, rest_starts) });
}

/** Reports whether variants are sent at times of day. */
const hasTimes = ({ variants }: Experiment): boolean => variants.some(({ send_time }) => send_time !== undefined);

/** Why it has stopped, and what can be done. */
function stoppedText({ say }: Visit, experiment: Experiment): string {
  const reason = experiment.stop_reason === undefined ? [] : [say(stopReasons[experiment.stop_reason])];
  const way =
    choosable(experiment).length > 0
      ? say('Choose a variant for everybody else, or cancel the experiment.')
      : say('No variant can be sent to everybody else: cancel the experiment.');
  return [...reason, way].join(' ');
}

/** Variants that can still be sent to others. */
const choosable = ({ variants }: Experiment) =>
  variants.filter((variant) => variant.state === 'sending' || variant.state === 'paused');

/** The button that starts the experiment, with how many contacts each variant goes to. */
async function startPart(visit: Visit, experiment: Experiment): Promise<Content> {
  const {
    id,
    share,
    variants: [first, ...others],
  } = experiment;
  const { client, say } = visit;
  const { audience } = await client.mailings.getReadiness({ mailingid: first!.mailing_id }).orThrow();
  const recipients = audience?.recipients ?? 0;
  const each = Math.floor((recipients * share) / 100 / (1 + others.length));
  const few =
    recipients > 0 &&
    each === 0 &&
    fault(
      say(
        'Only {recipients, plural, one {# contact} other {# contacts}} would get the mailing, so that a variant could go to nobody. Test on a larger part, or with a larger segment.',
        { recipients },
      ),
    );
  const size =
    each > 0 && say('Each variant goes to about {count, plural, one {# contact} other {# contacts}}.', { count: each });
  return postForm(
    visit,
    `${list}/${id}/start`,
    html`${few}<p>${hasTimes(experiment) ? say('All variants are sealed, and each is sent to its part of the segment at its next time of day.') : say('All variants are sealed, and each is sent to its part of the segment at once.')} ${size}</p><button>${say('Start the experiment')}</button>`,
  );
}

/** Buttons for what the state allows. */
async function doings(visit: Visit, experiment: Experiment): Promise<Content> {
  const { say } = visit;
  const { id, state } = experiment;
  const own = `${list}/${id}`;
  const button = (action: string, label: string, kind: 'quiet' | 'bad' = 'quiet') =>
    postForm(visit, `${own}/${action}`, html`<button class="${kind}">${label}</button>`);
  if (state === 'draft')
    return html`<div class="row">${await startPart(visit, experiment)}${button('delete', say('Delete'), 'bad')}</div>`;
  if (state === 'decided' || state === 'canceled') return button('delete', say('Delete'), 'bad');
  const choices = choosable(experiment).map(({ mailing_id, name }) =>
    postForm(
      visit,
      `${own}/decide`,
      html`<input type="hidden" name="chosen" value="${mailing_id}"><button class="quiet">${say('Send “{name}” to everybody else', { name })}</button>`,
    ),
  );
  return html`${choices.length > 0 && hint(say('Whoever looks early and chooses what looks good finds differences that are none.'))}${choices.length > 0 && hasTimes(experiment) && hint(say('Everybody else gets the variant at its next time of day.'))}<div class="row">${choices}${button('cancel', say('Cancel the experiment'), 'bad')}</div>`;
}

/** An action of an experiment from its page, to which the browser comes back. */
const act =
  (done: string, run: (client: Client, experimentId: number, form: FormData) => Promise<unknown>): Handler =>
  async (visit) => {
    const ended = await attempt(run(visit.client, Number(visit.params.id), visit.form));
    return 'fault' in ended ? show(visit, ended.fault) : redirect(`${list}/${visit.params.id}?done=${done}`);
  };

export const startExperiment = act('experiment-started', (client, experimentId) =>
  client.experiments.start({ experimentId }).orThrow(),
);
export const decideExperiment = act('experiment-decided', (client, experimentId, form) =>
  client.experiments.decide({ experimentId, chosen: Number(form.get('chosen')) }).orThrow(),
);
export const cancelExperiment = act('experiment-canceled', (client, experimentId) =>
  client.experiments.cancel({ experimentId }).orThrow(),
);

export async function deleteExperiment(visit: Visit): Promise<Response> {
  const deleted = await attempt(visit.client.experiments.delete({ experimentId: Number(visit.params.id) }).orThrow());
  return 'fault' in deleted ? show(visit, deleted.fault) : redirect(`${list}?done=experiment-deleted`);
}

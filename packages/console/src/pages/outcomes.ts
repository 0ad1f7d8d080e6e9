import { postForm, textOf } from '../components/forms.ts';
import { localTime } from '../components/times.ts';
import { type Content, html } from '../html.ts';
import { redirect } from '../web/respond.ts';
import type { Visit } from '../web/routes.ts';
import { happened, type Outcome, type OutcomeReason, pausedByItself, reasonWords } from './outcome-words.ts';
import { sayObstacle } from './readiness.ts';

const folders: Record<Outcome['kind'], string> = {
  import: 'imports',
  sendout: 'mailings',
  test: 'mailings',
  approval: 'mailings',
  form: 'forms',
  program: 'automation',
};

const pageOf = ({ kind, object_id }: Outcome) => `/console/${folders[kind]}/${object_id}`;

/** Outcomes that nobody has seen, the last one first; what has not ended well, and what has. */
export async function readUnseen({ client }: Visit): Promise<{ bad: Outcome[]; good: Outcome[] }> {
  const { items } = await client.account.listOutcomes({ unseen: true, page_size: 50 }).orThrow();
  // What was deleted meanwhile concerns nobody.
  const named = items.filter(({ name }) => name !== undefined);
  return {
    bad: named.filter(({ result }) => result !== 'done'),
    good: named.filter(({ result }) => result === 'done'),
  };
}

/** How something has ended, why, and the button of somebody who has seen it. */
export function outcomeItem(visit: Visit, outcome: Outcome): Content {
  const { say } = visit;
  const { kind, result, name = '', reasons } = outcome;
  const own = pageOf(outcome);
  const text = result === 'paused' ? pausedByItself : happened[kind][result];
  const said = say.rich(text, {
    name,
    a: (inner) => (own === visit.path ? inner : html`<a href="${own}">${inner}</a>`),
  });
  return html`<div class="row" data-outcome="${outcome.kind} ${outcome.result}"><span>${said}${countsOf(visit, outcome)} <small class="soft">${localTime(visit, outcome.ended)}</small></span>${seenButton(visit, outcome)}</div>${reasons.map((reason) => html`<div class="soft" data-reason="${reason.code}">${sayReason(visit, reason, own)}</div>`)}`;
}

function countsOf({ say }: Visit, { kind, result, ...counts }: Outcome): Content {
  if (kind === 'import' && result !== 'failed')
    return html` ${say('{created, plural, one {# new contact} other {# new contacts}}, {existing, number} existing.', { created: counts.count_new_contacts ?? 0, existing: counts.count_existing_contacts ?? 0 })}`;
  if (counts.count_sent)
    return html` ${say('{count, plural, one {# mail was accepted.} other {# mails were accepted.}}', { count: counts.count_sent })}`;
  return undefined;
}

function sayReason(visit: Visit, { code, step, count = 1, mailing_id, message }: OutcomeReason, own: string): Content {
  const { say } = visit;
  const isObstacle = !Object.hasOwn(reasonWords, code);
  const words = isObstacle
    ? sayObstacle(visit, { code: code as ObstacleCode, mailing_id, message }, own)
    : say(reasonWords[code as keyof typeof reasonWords], { count });
  if (message !== undefined && !isObstacle) return html`${words} (${message})`;
  return step === undefined
    ? words
    : html`${say('Step {position}', { position: step + 1 })}: ${words} ${say('{count, plural, one {# contact went past it.} other {# contacts went past it.}}', { count })}`;
}

type ObstacleCode = Exclude<OutcomeReason['code'], keyof typeof reasonWords>;

const seenButton = (visit: Visit, { id, seen }: Outcome): Content =>
  seen === undefined &&
  postForm(
    visit,
    `/console/outcomes/${id}/seen`,
    html`<input type="hidden" name="back" value="${visit.path}"><button class="quiet">${visit.say('Seen')}</button>`,
    { className: 'inline' },
  );

/**
 * How something has ended last that has its page here; nothing if that is well, or was seen where it is over then.
 * @param stays whether it is shown after somebody has seen it
 * @param isAwaited whether it is shown if it is well, because somebody waits for it on the page
 */
export async function outcomeNote(
  visit: Visit,
  of: { kind: Outcome['kind']; object_id: number },
  { stays = false, isAwaited = false } = {},
): Promise<Content> {
  const { items } = await visit.client.account.listOutcomes({ ...of, page_size: 1 }).orThrow();
  const [last] = items;
  const isGood = last?.result === 'done';
  if (last === undefined || (isGood && !isAwaited) || (last.seen !== undefined && !stays)) return undefined;
  return html`<div class="notice ${isGood ? 'good' : 'bad'}" id="outcome">${outcomeItem(visit, last)}</div>`;
}

/** Where the button of an outcome stands: pages of the console, without parameters. */
const isPage = (path: string) => /^\/console(?:\/[\w-]+)*$/.test(path);

export async function markSeen({ client, form, params }: Visit): Promise<Response> {
  await client.account.setOutcomeSeen({ outcomeId: Number(params.id) }).orThrow();
  const back = textOf(form, 'back');
  return redirect(isPage(back) ? back : '/console');
}

import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { linkButton, postForm, radioChoice, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Column, table } from '../../components/tables.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { idleWords } from '../idle-words.ts';
import { describeShortly, type StepNames } from './short-steps.ts';
import type { Step } from './steps.ts';
import { list, readStepNames, stepPath } from './view.ts';

type Takeover = Awaited<ReturnType<ReturnType<Client['marketingAutomation']['getTakeover']>['orThrow']>>;
type Place = Takeover['places'][number];

const takeoverPath = (programId: number | string) => `${list}/${programId}/takeover`;

/**
 * Goes on after a change of a program: to the question about contacts who are under way if there are any, otherwise to its page.
 * @param done what is said there
 */
export async function afterChange(visit: Visit, programId: number, done: string): Promise<Response> {
  const own = takeoverPath(programId);
  if (!visit.offers('POST', own)) return redirect(`${list}/${programId}?done=${done}`);
  const { contacts } = await visit.client.marketingAutomation.getTakeover({ programId }).orThrow();
  return redirect(`${contacts > 0 ? own : `${list}/${programId}`}?done=${done}`);
}

/** Says that contacts go through older versions, with a way to change that. */
export const olderVersionsNote = (visit: Visit, programId: number, contacts: number): Content => {
  const own = takeoverPath(programId);
  if (contacts === 0 || !visit.offers('POST', own)) return undefined;
  const words = visit.say.rich(
    '{count, plural, one {# contact goes} other {# contacts go}} through an earlier version. <a>Decide how they go on.</a>',
    { count: contacts, a: (inner) => html`<a href="${own}">${inner}</a>` },
  );
  return hint(words);
};

/** Where contacts are who go through older versions, where the latest version would have them, and the choice. */
export const takeoverPage = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const programId = Number(params.id);
  const [program, takeover] = await Promise.all([
    client.marketingAutomation.get({ programId }).orThrow(),
    client.marketingAutomation.getTakeover({ programId }).orThrow(),
  ]);
  const older = await readOlder(visit, programId, takeover.places);
  const names = await readStepNames(visit, [...program.steps, ...[...older.values()].flat()]);
  const body = html`${fault(message)}${takeover.running && hint(say('Contacts are being taken over now. Load the page again to see how far this is.'))}${section(
    say('Contacts under way'),
    html`${placesTable(visit, program.steps, takeover, older, names)}${warningList(visit, program.steps, takeover, names)}`,
  )}${takeover.contacts > 0 && section(say('How do they go on?'), choiceForm(visit, takeover))}`;
  const parent = { label: program.name, path: `${list}/${programId}` };
  const title = say('Version {version} and contacts under way', { version: takeover.version });
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

/** The steps of the older versions that contacts are in. */
async function readOlder({ client }: Visit, programId: number, places: readonly Place[]): Promise<Map<number, Step[]>> {
  const versions = [...new Set(places.map(({ version }) => version))];
  const programs = await Promise.all(
    versions.map((version) => client.marketingAutomation.get({ programId, version }).orThrow()),
  );
  return new Map(versions.map((version, index) => [version, programs[index]!.steps]));
}

function placesTable(
  { params, say }: Visit,
  steps: readonly Step[],
  { places }: Takeover,
  older: ReadonlyMap<number, readonly Step[]>,
  names: StepNames,
): Content {
  const stepWords = (from: readonly Step[], index: number | undefined): string => {
    const step = index === undefined ? undefined : from[index];
    return step === undefined ? say('End of the automation') : `${index! + 1}. ${describeShortly(say, step, names)}`;
  };
  const target = ({ target: index }: Place): Content =>
    index === undefined
      ? say('End of the automation')
      : html`<a href="${stepPath(params.id!, index)}">${stepWords(steps, index)}</a>`;
  const columns: Column<Place>[] = [
    { title: say('Version'), cell: ({ version }) => version, kind: 'minor number' },
    { title: say('Where they are'), cell: ({ version, step }) => stepWords(older.get(version) ?? [], step) },
    { title: say('Contacts'), cell: ({ contacts }) => say.number(contacts), kind: 'number' },
    {
      title: say('Where they would be'),
      cell: (place) =>
        html`<span data-becomes="${place.becomes}">${place.becomes === 'deleted' && html`<b>${say('The step was deleted.')}</b><br>`}${place.becomes === 'changed' && html`<b>${say('The step was changed.')}</b><br>`}${target(place)}</span>`,
    },
  ];
  return table(
    say('Contacts under way'),
    columns,
    places,
    say('No contact goes through an earlier version. Whoever begins now goes through the latest one.'),
  );
}

function warningList(
  { params, say }: Visit,
  steps: readonly Step[],
  { warnings }: Takeover,
  names: StepNames,
): Content {
  if (warnings.length === 0) return undefined;
  const items = warnings.map(({ step: index, reason }) => {
    const step = steps[index];
    return html`<li><a href="${stepPath(params.id!, index)}">${index + 1}. ${step && describeShortly(say, step, names)}</a>: ${say(idleWords[reason])}</li>`;
  });
  return html`${hint(say('These steps of the latest version would do nothing now:'))}<ul>${items}</ul>`;
}

function choiceForm(visit: Visit, { version, contacts }: Takeover): Content {
  const { params, path, say } = visit;
  const finish = say('They finish the version in which they are');
  const goOver = say(
    'The latest version takes over {count, plural, one {# contact} other {# contacts}} where they are',
    { count: contacts },
  );
  return postForm(
    visit,
    path,
    html`<input type="hidden" name="program_version" value="${version}"><fieldset><legend class="unseen">${say('How do they go on?')}</legend>${radioChoice(finish, 'way', 'finish', true)}${radioChoice(goOver, 'way', 'takeover', false)}</fieldset>${hint(
      say(
        'If they are taken over: a wait goes on from when it began, also if it is longer or shorter now. Whoever is at a deleted step goes on with the next step at once. Nobody gets a mail twice, unless its step was moved after the place of the contact.',
      ),
    )}<p class="row"><button>${say('Go on')}</button>${linkButton(say('Cancel'), `${list}/${params.id}`)}</p>`,
  );
}

/** Lets contacts go on as somebody has chosen. */
export async function decideTakeover(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const programId = Number(params.id);
  if (textOf(form, 'way') !== 'takeover') return redirect(`${list}/${programId}?done=contacts-finish`);
  const version = Number(textOf(form, 'program_version'));
  const started = await attempt(client.marketingAutomation.startTakeover({ programId, body: { version } }).orThrow());
  return 'fault' in started ? show(visit, started.fault) : redirect(`${list}/${programId}?done=contacts-taken-over`);
}

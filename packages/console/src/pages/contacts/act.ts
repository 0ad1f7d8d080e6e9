import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { linkButton, postForm, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { type Act, type ActValues, acts } from './act-form.ts';
import { showContacts } from './list.ts';
import { parseQuery, readSearchValues, readSegments, type Search, toSearch } from './search.ts';

/** Addresses that a question names. */
const examples = 10;

interface Wanted extends ActValues {
  act: Act;
  query: string;
  /** What finds the contacts. */
  search: Search;
  count: number;
}

/** Begins what was chosen for contacts of a list; asks first if it is hard to take back. */
export async function actOnContacts(visit: Visit): Promise<Response> {
  const { form, say } = visit;
  const wanted = await readWanted(visit);
  if ('fault' in wanted) return showContacts(visit, wanted.query, wanted.fault, wanted.values);
  if (wanted.act === 'tag' || wanted.act === 'untag') return begin(visit, wanted);
  if (textOf(form, 'asked') !== 'yes') return ask(visit, wanted);
  const phrase = phraseFor(wanted.count);
  if (wanted.act === 'erase' && !isConfirmed(form, 'act', phrase))
    return ask(visit, wanted, say('Nothing was erased: type {phrase} to confirm.', { phrase }));
  return begin(visit, wanted);
}

/** Reads the form of a list, or says what is missing. */
async function readWanted(
  visit: Visit,
): Promise<Wanted | { fault: string; query: URLSearchParams; values: ActValues }> {
  const { form, say } = visit;
  const query = parseQuery(textOf(form, 'query'));
  const ids = form.getAll('id').map(Number).filter(Number.isSafeInteger);
  const values = { ids, all: textOf(form, 'scope') === 'all', act: textOf(form, 'act'), tag: textOf(form, 'tag') };
  const refuse = (fault: string) => ({ fault, query, values });
  const act = acts.find(([name]) => name === values.act)?.[0];
  if (act === undefined) return refuse(say('Choose what to do with the contacts.'));
  if (!values.all && ids.length === 0) return refuse(say('Tick at least one contact, or choose all of them.'));
  if ((act === 'tag' || act === 'untag') && values.tag === '') return refuse(say('Enter the tag.'));
  const found = toSearch(visit, readSearchValues(query), await readSegments(visit));
  if (typeof found === 'string') return refuse(found);
  const search = values.all ? found : { ids };
  const count = values.all ? Number(textOf(form, 'total')) || 1 : ids.length;
  return { ...values, act, query: String(query), search, count };
}

async function begin(visit: Visit, { act, tag, count, search, ...values }: Wanted): Promise<Response> {
  const { contacts } = visit.client;
  const change =
    act === 'unsubscribe' || act === 'erase'
      ? contacts.removeFound({ action: act, count, ...search })
      : contacts.updateFound({ action: act, count, ...search, ...(act !== 'block' && { change_tag: tag }) });
  const started = await attempt(change.orThrow());
  if ('fault' in started) return showContacts(visit, parseQuery(values.query), started.fault, { ...values, act, tag });
  return redirect(`/console/contacts/changes/${started.value.id}`);
}

const questions: Record<'unsubscribe' | 'block' | 'erase', readonly [title: Words, explanation: Words, button: Words]> =
  {
    unsubscribe: [
      words('{count, plural, one {Unsubscribe # contact?} other {Unsubscribe # contacts?}}'),
      words('They get no more newsletters until they subscribe again themselves. You cannot take this back.'),
      words('{count, plural, one {Unsubscribe # contact} other {Unsubscribe # contacts}}'),
    ],
    block: [
      words('{count, plural, one {Block # address?} other {Block # addresses?}}'),
      words(
        'Nothing is sent to these addresses any more, also after later imports. Under Blocked addresses you can remove them again.',
      ),
      words('{count, plural, one {Block # address} other {Block # addresses}}'),
    ],
    erase: [
      words('{count, plural, one {Erase # contact?} other {Erase # contacts?}}'),
      words(
        'Erases the contacts and all their personal data in reports. Numbers of reports stay. You cannot take this back. Their addresses could be added again: block them first if that must not happen.',
      ),
      words('Erase'),
    ],
  };

/** Text to type before contacts are erased. */
const phraseFor = (count: number) => String(count);

/** Asks before something that is hard to take back, with the number of contacts as it is now. */
async function ask(visit: Visit, wanted: Wanted, message?: string): Promise<Response> {
  const { client, say } = visit;
  const { act, query, search, ids, all, tag } = wanted;
  const found = await client.contacts.find({ ...search, with_total: true, limit: examples }).orThrow();
  const count = found.total ?? 0;
  const back = `/console/contacts?${query}`;
  if (count === 0)
    return showContacts(visit, parseQuery(query), say('No contact matches this search any more.'), wanted);
  const [title, explanation, button] = questions[act as keyof typeof questions];
  const hidden: Content = html`${Object.entries({
    query,
    act,
    tag,
    scope: all ? 'all' : 'ticked',
    total: String(count),
    asked: 'yes',
  }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${ids.map((id) => html`<input type="hidden" name="id" value="${id}">`)}`;
  const action = '/console/contacts/act';
  const who = html`<ul class="findings">${found.contacts.map(({ id, email }) => html`<li>${email ?? say('Contact {id}', { id })}</li>`)}</ul>${count > examples && html`<p class="soft">${say('and {count, plural, one {# more} other {# more}}', { count: count - examples })}</p>`}`;
  const form =
    act === 'erase'
      ? typedConfirmation(visit, {
          action,
          label: say(button),
          explanation: say(explanation),
          phrase: phraseFor(count),
          hidden,
        })
      : postForm(
          visit,
          action,
          html`${hidden}<p class="row"><button class="bad">${say(button, { count })}</button></p>`,
        );
  const body = html`${fault(message)}<section>${act !== 'erase' && html`<p>${say(explanation)}</p>`}${who}${form}<p>${linkButton(say('Cancel'), back)}</p></section>`;
  const parent = { label: say('Contacts'), path: back };
  return respondPage(visit, { title: say(title, { count }), parent, body }, message === undefined ? 200 : 400);
}

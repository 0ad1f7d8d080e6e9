import { textOf } from '../../components/forms.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { showContacts } from './list.ts';
import { countSamples } from './samples.ts';
import { parseQuery } from './search.ts';

/** Erases the sample contacts of the account; their addresses are nobody's, so that it asks nothing. */
export async function removeSamples(visit: Visit): Promise<Response> {
  const count = await countSamples(visit);
  // Somebody else was faster.
  if (count === 0) return redirect('/console/contacts');
  const started = await attempt(visit.client.contacts.removeFound({ action: 'erase', samples: true, count }).orThrow());
  if ('fault' in started) return showContacts(visit, parseQuery(''), started.fault);
  const back = textOf(visit.form, 'back');
  const page = `/console/contacts/changes/${started.value.id}`;
  return redirect(back === '' ? page : `${page}?back=${encodeURIComponent(back)}`);
}

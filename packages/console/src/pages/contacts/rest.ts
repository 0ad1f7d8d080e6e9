import type { ContactRest } from '@mailwright/client';
import { postForm } from '../../components/forms.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { readNames } from '../mailing-names.ts';

/** Says since when a contact rests, and why, with a way to wake it; nothing for a contact that is awake. */
export async function restPart(visit: Visit, id: number, rest: ContactRest): Promise<Content> {
  const { client, say } = visit;
  const { state, asked_at, mailing_id, resting_since } = rest;
  if (state === 'awake' || asked_at === undefined) return false;
  const asked = localTime(visit, asked_at);
  const name = mailing_id !== undefined && (await readNames(say, client, [mailing_id])).get(mailing_id)!;
  const why = name
    ? say.rich(
        'Had done nothing for a long time, got “<a>{name}</a>” on {asked} as a last mail, and has done nothing since.',
        {
          asked,
          name,
          a: (inner) => html`<a href="/console/mailings/${mailing_id}">${inner}</a>`,
        },
      )
    : say('Had done nothing for a long time on {asked}, and has done nothing since.', { asked });
  const what =
    resting_since === undefined
      ? say('Newsletters still go to the contact. If nothing happens, it will rest soon.')
      : say('Resting since {since}: newsletters leave the contact out. A click in any mail wakes it.', {
          since: localTime(visit, resting_since),
        });
  const wake = postForm(
    visit,
    `/console/contacts/${id}/wake`,
    html`<p><button class="quiet">${say('Wake the contact')}</button></p>`,
  );
  return html`<p>${what}</p><p>${why}</p>${wake}`;
}

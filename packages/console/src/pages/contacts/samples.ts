import { postForm } from '../../components/forms.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';

/** The sample contacts that the account still has. */
export async function countSamples({ client }: Pick<Visit, 'client'>): Promise<number> {
  const { total = 0 } = await client.contacts.find({ samples: true, with_total: true, limit: 1 }).orThrow();
  return total;
}

/**
 * The button that erases the sample contacts; nothing if the person may not press it.
 * @param back the mailing to which the person wants to go back
 */
export const removeSamplesForm = (visit: Visit, back = ''): Content =>
  postForm(
    visit,
    '/console/contacts/samples/remove',
    html`<input type="hidden" name="back" value="${back}"><p><button class="quiet">${visit.say('Remove the sample contacts')}</button></p>`,
  );

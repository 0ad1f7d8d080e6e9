import type { Client } from '@mailwright/client';
import { type Content, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import { type Words, words } from '../words.ts';

export type Use = Awaited<ReturnType<ReturnType<Client['media']['listImageUses']>['orThrow']>>[number];

const kinds: Record<Use['kind'], readonly [label: Words, path?: string]> = {
  contact_filter: [words('Segment “{name}”')],
  automation_program: [words('Automation “{name}”')],
  mailing: [words('Mailing “{name}”'), '/console/mailings/'],
  sign_up_form: [words('Sign-up form “{name}”'), '/console/forms/'],
  profile_page: [words('The page on which contacts change their data')],
  template: [words('Template “{name}”'), '/console/templates/'],
  branding: [words('Your logo on public pages')],
};

/** Says before a deletion what uses the thing; nothing if nothing does. */
export function usesList({ say }: Visit, uses: readonly Use[]): Content {
  if (uses.length === 0) return undefined;
  const line = ({ kind, id, name }: Use) => {
    const [label, path] = kinds[kind];
    const text = say(label, { name });
    return html`<li>${path && id !== undefined ? html`<a href="${path}${id}">${text}</a>` : text}</li>`;
  };
  return html`<p>${say('It is used by:')}</p><ul class="findings">${uses.map(line)}</ul>`;
}

/** Says why something cannot be deleted; `undefined` if it can. */
export const bindingNote = ({ say }: Visit, uses: readonly Use[]): string | undefined =>
  uses.some(({ is_binding }) => is_binding) ? say('It cannot be deleted as long as these use it.') : undefined;

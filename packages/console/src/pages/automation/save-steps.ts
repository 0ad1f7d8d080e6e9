import { textOf } from '../../components/forms.ts';
import { type Html, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import type { Visit } from '../../web/routes.ts';
import type { Step } from './steps.ts';
import { draftOf } from './view.ts';

/** The version of the program that the page shows: indexes of steps are those of this version. */
export const programVersion = (version: number): Html =>
  html`<input type="hidden" name="program_version" value="${version}">`;

/**
 * Stores other steps of the program of a page. Returns what is wrong, in words, or `undefined`.
 * @param change makes them of the present ones; its words if it cannot
 */
export async function saveSteps(
  { client, form, params, say }: Visit,
  change: (steps: readonly Step[]) => Step[] | { fault: string },
): Promise<string | undefined> {
  const programId = Number(params.id);
  const result = await client.marketingAutomation.get({ programId });
  if (!result.ok) throw result.error;
  if (textOf(form, 'program_version') !== String(result.data.version))
    return say('The automation was changed meanwhile. Look at it, and do this again if it is still right.');
  const steps = change(result.data.steps);
  if ('fault' in steps) return steps.fault;
  const body = { ...draftOf(result.data), steps };
  const saved = await attempt(
    client.marketingAutomation.update({ programId, body, 'If-Match': result.headers.get('etag') ?? '*' }).orThrow(),
  );
  return 'fault' in saved ? saved.fault : undefined;
}

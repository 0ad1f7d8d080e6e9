import { type Content, html } from '../html.ts';
import type { Conflict, FormPart } from '../web/conflicts.ts';
import { findConflicts, seenOf } from '../web/conflicts.ts';
import type { Visit } from '../web/routes.ts';
import { section } from './figures.ts';
import { linkButton, postForm } from './forms.ts';
import { respondPage } from './layout.ts';

/** Tells what the form of an action shows; a form that is shown again tells what its sender saw at first. */
export const seenField = (
  { path, form }: Visit,
  action: string,
  parts: readonly FormPart[],
  seen = seenOf(parts),
): Content => {
  const known = path === action ? form.get('seen') : null;
  return html`<input type="hidden" name="seen" value="${typeof known === 'string' ? known : seen}">`;
};

/** A part that is one field of the form. */
export const fieldPart = (label: string, name: string, value: string | null | undefined, shown?: string): FormPart => ({
  label,
  fields: { [name]: value ?? '' },
  ...(shown !== undefined && { shown }),
});

/** A part that is a check box. */
export const switchPart = (say: Visit['say'], label: string, name: string, isOn: boolean): FormPart =>
  fieldPart(label, name, isOn ? 'yes' : '', isOn ? say('Yes') : say('No'));

/** The label of the option that a field has. */
export const optionLabel = (
  options: readonly (readonly [value: string, label: string])[],
  value: string | null | undefined,
) => options.find(([each]) => each === (value ?? ''))?.[1] ?? value ?? '';

interface Sides {
  mine: readonly FormPart[];
  theirs: readonly FormPart[];
  title: string;
  parent: { label: string; path: string };
  /** The page that shows what is stored, for who drops what was typed. */
  back: string;
  /** Whether the form takes files. */
  upload?: boolean;
}

/**
 * Asks who sends a form what to keep, if others have saved parts of it differently since it was shown. Returns `undefined` if
 * it can be saved.
 */
export function askAboutConflicts(visit: Visit, sides: Sides): Response | undefined {
  const seen = visit.form.get('seen');
  if (typeof seen !== 'string') return undefined;
  const conflicts = findConflicts(seen, sides.mine, sides.theirs);
  return conflicts.length === 0 ? undefined : showConflicts(visit, sides, conflicts);
}

function showConflicts(visit: Visit, { theirs, title, parent, back, upload = false }: Sides, conflicts: Conflict[]) {
  const { say } = visit;
  const form = html`<input type="hidden" name="seen" value="${seenOf(theirs)}">${carried(visit.form, conflicts)}
${conflicts.map((conflict, index) => choice(visit, conflict, index))}
<p class="row"><button>${say('Save what is chosen')}</button><button class="quiet" name="keep" value="mine">${say('Save all of mine')}</button>${linkButton(say('Drop my changes'), back)}</p>`;
  const body = html`<p class="notice bad" role="alert">${say('While you were writing, changes were saved by somebody else or in another tab. Nothing of yours is saved yet: choose what to keep.')}</p>${postForm(visit, visit.path, form, { upload, unsaved: true })}`;
  return respondPage(visit, { title, parent, body }, 409);
}

function choice({ say }: Visit, { mine, theirs, changedByMe }: Conflict, index: number): Content {
  const side = (name: 'mine' | 'theirs', part: FormPart, label: string) => {
    const id = `${name}-text-${index}`;
    return html`<div><label class="choice"><input type="radio" name="take-${index}" value="${name}"${(name === 'mine') === changedByMe && html` checked`} aria-describedby="${id}"> ${label}</label><pre class="text" id="${id}" tabindex="0">${textOf(part) || '–'}</pre><input type="hidden" name="${name}-${index}" value="${JSON.stringify(part.fields)}"></div>`;
  };
  return section(
    theirs.label,
    html`<fieldset class="two"><legend class="unseen">${theirs.label}</legend>${side('mine', mine, say('What you have typed'))}${side('theirs', theirs, say('What was saved meanwhile'))}</fieldset>`,
  );
}

const textOf = ({ shown, fields }: FormPart) => shown ?? Object.values(fields)[0] ?? '';

/** Fields that nobody is asked about. */
function carried(form: FormData, conflicts: readonly Conflict[]): Content {
  const asked = new Set(
    conflicts.flatMap(({ mine, theirs }) => [mine, theirs].flatMap(({ fields }) => Object.keys(fields))),
  );
  const own = /^(?:token|seen|keep|(?:mine|theirs|take)-\d+)$/;
  return [...form]
    .filter(([name, value]) => typeof value === 'string' && !own.test(name) && !asked.has(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`);
}

import { askAboutConflicts, fieldPart, seenField } from '../../components/conflict.ts';
import { section } from '../../components/figures.ts';
import { linkButton, postForm, textArea, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import type { FormPart } from '../../web/conflicts.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { ofVersion, readVersioned } from '../../web/versioned.ts';
import type { Say } from '../../words.ts';
import { withLineEnds } from '../mailings/contents.ts';
import { notationOf } from '../mailings/notation.ts';
import { findTemplate } from './template.ts';

/** What the form shows. */
interface Values {
  name: string;
  /** Separated by commas. */
  tags: string;
  html: string;
  /** Source of the HTML; empty if it was not written in MJML. */
  mjml: string;
}

interface Stored {
  stored: Values;
  version: string;
}

/** Reads the version first: what is changed meanwhile is then of a later one, which is refused. */
export async function readTemplate(visit: Visit): Promise<Stored> {
  const templateId = Number(visit.params.id);
  const { stored: written, version } = await readVersioned(visit.client.media.getTemplateHtml({ templateId }));
  const [{ name, tags }, mjml] = await Promise.all([
    findTemplate(visit),
    visit.client.media.getTemplateMjml({ templateId }).orThrow(),
  ]);
  return { stored: { name, tags: tags.join(', '), html: written, mjml }, version };
}

const partsOf = (say: Say, values: Values): FormPart[] => [
  fieldPart(say('Name'), 'name', values.name),
  fieldPart(say('Keywords'), 'tags', values.tags),
  contentsPart(say, values),
];

/** The contents of a template in the notation in which it is written. */
function contentsPart(say: Say, { html: written, mjml }: Values): FormPart {
  const [notation, source] = mjml === '' ? (['html', written] as const) : (['mjml', mjml] as const);
  return { label: say('Contents'), fields: { notation, [notation]: source }, shown: source };
}

export async function editTemplateForm(visit: Visit): Promise<Response> {
  const { stored } = await readTemplate(visit);
  return show(visit, stored, stored);
}

const titleOf = (say: Say, { name }: Values) => say('Edit {name}', { name });
const parentOf = ({ params, say }: Visit) => ({
  label: say('Back to the template'),
  path: `/console/templates/${params.id}`,
});

function show(visit: Visit, values: Values, stored: Values, message?: string): Response {
  const { params, say } = visit;
  const own = `/console/templates/${params.id}`;
  const notation = visit.form.has('notation') ? notationOf(visit.form) : stored.mjml === '' ? 'html' : 'mjml';
  const form = html`<input type="hidden" name="notation" value="${notation}">${seenField(visit, `${own}/edit`, partsOf(say, stored))}${section(
    say('Template'),
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: values.name, required: true, maxLength: 255 })}
${textField({ label: say('Keywords'), name: 'tags', value: values.tags, hint: say('Separated by commas.') })}</div>
${textArea({ label: notation === 'html' ? say('HTML') : say('MJML'), name: notation, value: values[notation], rows: 20, code: true, editor: true, hint: say('Mailings that were written with it keep their contents.') })}`,
  )}<p class="row"><button>${say('Save')}</button>${linkButton(say('Cancel'), own)}</p>`;
  const body = html`${fault(message)}${postForm(visit, `${own}/edit`, form, { upload: true })}`;
  const page = { title: titleOf(say, stored), parent: parentOf(visit), body, editor: true };
  return respondPage(visit, page, message === undefined ? 200 : 400);
}

export async function changeTemplate(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const { stored, version } = await readTemplate(visit);
  const notation = notationOf(form);
  const source = withLineEnds(String(form.get(notation) ?? ''), stored[notation]);
  const values = { name: textOf(form, 'name'), tags: textOf(form, 'tags'), html: '', mjml: '', [notation]: source };
  const asked = askAboutConflicts(visit, {
    mine: partsOf(say, values),
    theirs: partsOf(say, stored),
    title: titleOf(say, stored),
    parent: parentOf(visit),
    back: visit.path,
    upload: true,
  });
  if (asked) return asked;
  const tags = values.tags.split(',').flatMap((tag) => tag.trim() || []);
  const body = { name: values.name, tags, ...(source !== stored[notation] && { [notation]: source }) };
  const saved = await attempt(
    client.media.updateTemplate({ templateId: Number(params.id), body, ...ofVersion(version) }).orThrow(),
  );
  if (!('fault' in saved)) return redirect(`/console/templates/${params.id}?done=saved`);
  // Somebody was quicker by a moment: now there may be something to ask.
  if ((await readTemplate(visit)).version !== version) return changeTemplate(visit);
  return show(visit, values, stored, saved.fault);
}

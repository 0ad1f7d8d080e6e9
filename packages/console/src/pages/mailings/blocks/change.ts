import {
  allBlocks,
  type Block,
  type BlockDocument,
  findBlock,
  readBlocks,
  readShownBlocks,
} from '../../../blocks/document.ts';
import {
  addBlock,
  blockAt,
  changeBlock,
  duplicateBlock,
  type Edited,
  moveBlock,
  moveInto,
  removeBlock,
} from '../../../blocks/edits.ts';
import { type ValueFault, type Values, valuesOf } from '../../../blocks/values.ts';
import { askAboutConflicts } from '../../../components/conflict.ts';
import { textOf } from '../../../components/forms.ts';
import { type Content, html } from '../../../html.ts';
import { attempt } from '../../../web/attempt.ts';
import { redirect } from '../../../web/respond.ts';
import type { Visit } from '../../../web/routes.ts';
import type { Say } from '../../../words.ts';
import { firstMjml } from '../first-mjml.ts';
import { hasValues, markOf, partsOf, pickedTag, readValues } from './fields.ts';
import { fragmentOf } from './kinds.ts';
import { addressOf } from './list.ts';
import { readStored, type Stored, showBlocks } from './page.ts';
import { readTrail, trailAfter } from './trail.ts';

/** Changes blocks as a form asks for; each change is stored at once, and is a version of the mailing. */
export async function changeBlocks(visit: Visit): Promise<Response> {
  const { form, say } = visit;
  const stored = await readStored(visit);
  const does = textOf(form, 'do') || 'save';
  if (does === 'begin') {
    if (stored.mjml !== '' || isOutdated(visit, stored)) return showChanged(visit, stored);
    return store(visit, stored, { source: firstMjml(say), at: -1 }, { done: 'block-added' });
  }
  if (does === 'undo' || does === 'redo') return go(visit, stored, does);
  const document = readShownBlocks(stored.mjml);
  if (document === undefined) return showBlocks(visit, stored, { trail: readTrail(form), status: 400 });
  if (!form.has('path')) return act(visit, stored, { document, does });
  const block = findMeant(form, document);
  if (block === undefined) return showChanged(visit, stored);
  return changeOne(visit, stored, document, block, does);
}

const isOutdated = ({ form }: Visit, { version }: Stored): boolean => textOf(form, 'version') !== version;

/**
 * The block that a form is about: if it has the mark that the form has seen, wherever it stands by now; else the one at its
 * place, about which the sender is asked, if values were typed for such a block.
 */
function findMeant(form: FormData, document: BlockDocument): Block | undefined {
  const [path, mark] = [textOf(form, 'path'), textOf(form, 'mark')];
  const there = findBlock(document, path);
  const isMeant = (block: Block) => markOf(document, block) === mark;
  if (there && isMeant(there)) return there;
  const moved = allBlocks(document).find(isMeant);
  if (moved) return moved;
  const isSameKind = there && Object.keys(valuesOf(document, there)).every((name) => form.has(`value-${name}`));
  return isSameKind && hasValues(form) ? there : undefined;
}

async function changeOne(
  visit: Visit,
  stored: Stored,
  document: BlockDocument,
  block: Block,
  does: string,
): Promise<Response> {
  const { form, params, say } = visit;
  const own = `/console/mailings/${params.id}`;
  const trail = readTrail(form);
  const values = readValues(form, document, block);
  const again = (message?: string) => showBlocks(visit, stored, { trail, open: block.path, values, message });
  if (does === 'insert') {
    const tag = pickedTag(form);
    if (values.text === undefined || tag === '') return again(say('Choose a field.'));
    const text = values.text === '' || /\s$/.test(values.text) ? values.text + tag : `${values.text} ${tag}`;
    return showBlocks(visit, stored, { trail, open: block.path, values: { ...values, text } });
  }
  if (hasValues(form)) {
    const asked = askAboutConflicts(visit, {
      mine: partsOf(say, values),
      theirs: partsOf(say, valuesOf(document, block)),
      title: say('Two versions of a block of {name}', { name: stored.name }),
      parent: { label: say('Blocks'), path: `${own}/blocks` },
      back: addressOf(own, block.path, trail),
    });
    if (asked) return asked;
  }
  const changed = changeBlock(document, block, values);
  if ('fault' in changed) return again(describeFault(say, changed.fault, changed.value));
  if (does === 'save')
    return store(visit, stored, { ...changed, at: block.element.start }, { done: 'saved', block, values });
  const saved = readBlocks(changed.source);
  const found = findBlock(saved, block.path);
  if (found === undefined) return again(say('Save the code first.'));
  return act(visit, stored, { document: saved, block: found, does, values });
}

interface Act {
  document: BlockDocument;
  block?: Block;
  does: string;
  /** What was typed for the block, and is in the document already. */
  values?: Values;
}

/** Does something to a whole block, or without one at the end of the mailing. */
function act(visit: Visit, stored: Stored, { document, block, does, values }: Act): Promise<Response> {
  const { form, say } = visit;
  const kept = (edited: Edited, done: string) =>
    store(visit, stored, edited, { done, ...(block && { block }), ...(values && { values }) });
  if (does.startsWith('add-')) {
    const fragment = fragmentOf(say, does.slice('add-'.length));
    const added = fragment && addBlock(document, block, fragment);
    return added ? kept(added, 'block-added') : showChanged(visit, stored);
  }
  if (block === undefined || document.body === undefined) return showChanged(visit, stored);
  if (does === 'duplicate') return kept(duplicateBlock(document, block), 'block-copied');
  if (does === 'remove') return kept(removeBlock(document, block), 'block-removed');
  if (does === 'move' && isOutdated(visit, stored)) return showChanged(visit, stored);
  const at = textOf(form, 'at');
  const moved =
    does === 'up' || does === 'down'
      ? moveBlock(document, block, does)
      : moveInto(document, block, textOf(form, 'to'), at === '' ? Number.MAX_SAFE_INTEGER : Number(at) || 0);
  // What was typed is stored also if there is no place to go.
  return moved ? kept(moved, 'block-moved') : kept({ source: document.source, at: block.element.start }, 'block-stays');
}

interface Storing {
  /** What is said then. */
  done: string;
  /** What is shown again if it is refused. */
  block?: Block;
  values?: Values;
}

async function store(
  visit: Visit,
  stored: Stored,
  edited: Edited,
  { done, block, values }: Storing,
): Promise<Response> {
  const { client, form, params, say } = visit;
  const [mailingid, own] = [Number(params.id), `/console/mailings/${params.id}`];
  const trail = readTrail(form);
  const after = readShownBlocks(edited.source);
  const path = after && blockAt(after, edited.at)?.path;
  if (edited.source === stored.mjml) return redirect(addressOf(own, path, trail, done));
  const typed = { trail, open: block?.path ?? (textOf(form, 'path') || undefined), ...(values && { values }) };
  const again = (message: string) => showBlocks(visit, stored, { ...typed, message });
  if (after === undefined)
    return again(say('With this change the contents would be too long to be shown as blocks. Make them shorter.'));
  const revisions = await client.mailings.listRevisions({ mailingid }).orThrow();
  if (revisions.some(({ kind, own: isMine }) => kind === 'autosaved' && isMine))
    return again(say('You have changes in the editor of the MJML that are not saved. Save or delete them first.'));
  const seen = { 'If-Match': `"${stored.version}"` };
  const saved = await attempt(
    client.mailings.setContents({ mailingid, body: { mjml: edited.source }, ...seen }).orThrow(),
  );
  if ('fault' in saved) {
    // Somebody was quicker by a moment: now there may be something to ask.
    if ((await client.mailings.getVersion({ mailingid }).orThrow()) !== stored.version) return changeBlocks(visit);
    return again(saved.fault);
  }
  return redirect(addressOf(own, path, await trailAfter(client, mailingid, trail, 'change'), done));
}

/** Goes back to the version before a change, or forth again. */
async function go(visit: Visit, stored: Stored, does: 'undo' | 'redo'): Promise<Response> {
  const { client, form, params, say } = visit;
  const [mailingid, own] = [Number(params.id), `/console/mailings/${params.id}`];
  const trail = readTrail(form);
  const [revisionId] = trail[does];
  if (revisionId === undefined || isOutdated(visit, stored)) return showChanged(visit, stored);
  const revision = await client.mailings.getRevision({ mailingid, revisionId });
  const { mjml, html: written } = (revision.ok && revision.data.contents) || {};
  if (!mjml && written === undefined)
    return showBlocks(visit, stored, { trail, message: say('This version is not kept any more.') });
  const body = mjml ? { mjml } : { html: written ?? '' };
  const seen = { 'If-Match': `"${stored.version}"` };
  const saved = await attempt(client.mailings.setContents({ mailingid, body, ...seen }).orThrow());
  if ('fault' in saved) return showBlocks(visit, stored, { trail, message: saved.fault });
  return redirect(addressOf(own, undefined, await trailAfter(client, mailingid, trail, does), `block-${does}`));
}

/** Says that the mailing was changed meanwhile, and shows it as it is, with what was typed. Nothing is stored. */
function showChanged(visit: Visit, stored: Stored): Promise<Response> {
  const { form, say } = visit;
  const message = say(
    'While you were looking, the mailing was changed by somebody else or in another tab. Nothing of yours is stored yet; this is the mailing as it is now.',
  );
  return showBlocks(visit, stored, {
    trail: { undo: [], redo: [] },
    message,
    left: typedTexts(say, form),
    status: 409,
  });
}

/** What somebody has typed for a block that is not there any more, to be copied. */
function typedTexts(say: Say, form: FormData): Content {
  const texts = [...form].filter(([name, value]) => /^value-(?:text|source)$/.test(name) && value !== '');
  return (
    texts.length > 0 &&
    html`<section><h2>${say('What you have typed')}</h2>${texts.map(([, value]) => html`<pre class="text" tabindex="0">${String(value)}</pre>`)}</section>`
  );
}

function describeFault(say: Say, fault: ValueFault, value: string): string {
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  if (fault === 'link')
    return say('“{value}” is no address of a link. It begins with https://, mailto: or tel:, or is a tag.', {
      value: shown,
    });
  if (fault === 'size') return say('“{value}” is no number of pixels, such as 300.', { value: shown });
  if (fault === 'color') return say('“{value}” is no color, such as #1f5fbf.', { value: shown });
  return say('The text has characters for private use, which mails cannot show.');
}

import { withBrand } from '../../../blocks/brand.ts';
import { type Block, type BlockDocument, findBlock, readBlocks, readShownBlocks } from '../../../blocks/document.ts';
import {
  addBlock,
  blockAt,
  changeBlock,
  duplicateBlock,
  type Edited,
  moveBlock,
  moveInto,
  removeBlock,
  setCondition,
} from '../../../blocks/edits.ts';
import { findMarked } from '../../../blocks/marks.ts';
import { type ValueFault, type Values, valuesOf } from '../../../blocks/values.ts';
import { askAboutConflicts } from '../../../components/conflict.ts';
import { textOf } from '../../../components/forms.ts';
import { type Content, html } from '../../../html.ts';
import { attempt } from '../../../web/attempt.ts';
import { redirect } from '../../../web/respond.ts';
import type { Say } from '../../../words.ts';
import { firstMjml } from '../first-mjml.ts';
import type { Composing, Stored } from './composition.ts';
import { readConditionForm } from './condition.ts';
import { hasValues, partsOf, pickedTag, readValues } from './fields.ts';
import { askForText, storeFile } from './image.ts';
import { fragmentOf } from './kinds.ts';
import { addressOf } from './list.ts';
import { showBlocks } from './page.ts';
import { keepBlock, savedFragment } from './saved.ts';
import { readTrail, trailAfter } from './trail.ts';

/** Changes blocks as a form asks for; each change is stored at once, and is a version of its own. */
export async function changeBlocks(visit: Composing): Promise<Response> {
  const { form, of } = visit;
  const stored = await of.read();
  const does = textOf(form, 'do') || 'save';
  if (does === 'begin') {
    if (stored.mjml !== '' || isOutdated(visit, stored)) return showChanged(visit, stored);
    return store(visit, stored, { source: await firstMjml(visit), at: -1 }, { done: 'block-added' });
  }
  if (does === 'undo' || does === 'redo') return go(visit, stored, does);
  const document = readShownBlocks(stored.mjml);
  if (document === undefined) return showBlocks(visit, stored, { trail: readTrail(form), status: 400 });
  if (does === 'brand') return takeBrand(visit, stored);
  if (!form.has('path')) return act(visit, stored, { document, does });
  const block = findMeant(form, document);
  if (block === undefined) return showChanged(visit, stored);
  return changeOne(visit, stored, document, block, does);
}

const isOutdated = ({ form }: Composing, { version }: Stored): boolean => textOf(form, 'version') !== version;

/**
 * The block that a form is about: the one with the mark that the form has seen, wherever it stands by now; else the one at its
 * place, about which the sender is asked, if values were typed for such a block.
 */
function findMeant(form: FormData, document: BlockDocument): Block | undefined {
  const [path, mark] = [textOf(form, 'path'), textOf(form, 'mark')];
  const found = findMarked(document, path, mark);
  if (found !== undefined) return found === 'unknown' ? undefined : found;
  const there = findBlock(document, path);
  const isSameKind = there && Object.keys(valuesOf(document, there)).every((name) => form.has(`value-${name}`));
  return isSameKind && hasValues(form) ? there : undefined;
}

async function changeOne(
  visit: Composing,
  stored: Stored,
  document: BlockDocument,
  block: Block,
  does: string,
): Promise<Response> {
  const { form, of, say } = visit;
  const { own } = of;
  const trail = readTrail(form);
  const refused = block.kind === 'image' ? await storeFile(visit) : undefined;
  const values = readValues(form, document, block);
  const again = (message?: string) => showBlocks(visit, stored, { trail, open: block.path, values, message });
  if (refused !== undefined) return again(refused);
  if (does === 'upload') return again(askForText(visit, block, values));
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
  const missing = does === 'save' ? askForText(visit, block, values) : undefined;
  if (missing !== undefined) return again(missing);
  const changed = changeBlock(document, block, values);
  if ('fault' in changed) return again(describeFault(say, changed.fault, changed.value));
  if (does === 'keep') return keepOne(visit, stored, { source: changed.source, block, values });
  if (does === 'save')
    return store(visit, stored, { ...changed, at: block.element.start }, { done: 'saved', block, values });
  const saved = readBlocks(changed.source);
  const found = findBlock(saved, block.path);
  if (found === undefined) return again(say('Save the code first.'));
  return act(visit, stored, { document: saved, block: found, does, values });
}

/** Saves a block for other mailings, after what was typed for it. */
async function keepOne(
  visit: Composing,
  stored: Stored,
  { source, block, values }: { source: string; block: Block; values: Values },
): Promise<Response> {
  const saved = readBlocks(source);
  const found = findBlock(saved, block.path);
  const refused = found === undefined ? visit.say('Save the code first.') : await keepBlock(visit, saved, found);
  if (refused !== undefined)
    return showBlocks(visit, stored, { trail: readTrail(visit.form), open: block.path, values, message: refused });
  return store(visit, stored, { source, at: block.element.start }, { done: 'block-kept', block, values });
}

interface Act {
  document: BlockDocument;
  block?: Block;
  does: string;
  /** What was typed for the block, and is in the document already. */
  values?: Values;
}

/** Gives all blocks the colors, the font and the buttons of the account. */
async function takeBrand(visit: Composing, stored: Stored): Promise<Response> {
  const { mjml } = await visit.client.account.getMailStyle({}).orThrow();
  const source = withBrand(stored.mjml, mjml);
  if (source === undefined || isOutdated(visit, stored)) return showChanged(visit, stored);
  return store(visit, stored, { source, at: -1 }, { done: 'brand-taken' });
}

/** Does something to a whole block, or without one at the end. */
async function act(visit: Composing, stored: Stored, { document, block, does, values }: Act): Promise<Response> {
  const { client, form, say } = visit;
  const kept = (edited: Edited, done: string) =>
    store(visit, stored, edited, { done, ...(block && { block }), ...(values && { values }) });
  if (does.startsWith('add-')) {
    const { footer } = does === 'add-footer' ? await client.account.getMailStyle({}).orThrow() : {};
    const fragment = (await savedFragment(visit, does)) ?? fragmentOf(say, does.slice('add-'.length), footer);
    const added = fragment && addBlock(document, block, fragment);
    return added ? kept(added, 'block-added') : showChanged(visit, stored);
  }
  if (block === undefined || document.body === undefined) return showChanged(visit, stored);
  if (does === 'condition') {
    const set = setCondition(document, block, await readConditionForm(visit));
    const message = say(
      'This condition cannot be set: its value has characters that templates use, or is not of the kind of the field.',
    );
    return set
      ? kept(set, 'saved')
      : showBlocks(visit, stored, { trail: readTrail(form), open: block.path, message, ...(values && { values }) });
  }
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
  visit: Composing,
  stored: Stored,
  edited: Edited,
  { done, block, values }: Storing,
): Promise<Response> {
  const { form, of, say } = visit;
  const { own } = of;
  const trail = readTrail(form);
  const after = readShownBlocks(edited.source);
  const path = after && blockAt(after, edited.at)?.path;
  if (edited.source === stored.mjml) return redirect(addressOf(own, path, trail, done));
  const typed = { trail, open: block?.path ?? (textOf(form, 'path') || undefined), ...(values && { values }) };
  const again = (message: string) => showBlocks(visit, stored, { ...typed, message });
  if (after === undefined)
    return again(say('With this change the contents would be too long to be shown as blocks. Make them shorter.'));
  const obstacle = await of.findObstacle();
  if (obstacle !== undefined) return again(obstacle);
  const saved = await attempt(of.store({ mjml: edited.source }, stored.version));
  if ('fault' in saved) {
    // Somebody was quicker by a moment: now there may be something to ask.
    if ((await of.readVersion()) !== stored.version) return changeBlocks(visit);
    return again(saved.fault);
  }
  return redirect(addressOf(own, path, await trailAfter(of, trail, 'change'), done));
}

/** Goes back to the version before a change, or forth again. */
async function go(visit: Composing, stored: Stored, does: 'undo' | 'redo'): Promise<Response> {
  const { form, of, say } = visit;
  const { own } = of;
  const trail = readTrail(form);
  const [revisionId] = trail[does];
  if (revisionId === undefined || isOutdated(visit, stored)) return showChanged(visit, stored);
  const source = await of.readSource(revisionId);
  if (source === undefined)
    return showBlocks(visit, stored, { trail, message: say('This version is not kept any more.') });
  const saved = await attempt(of.store(source, stored.version));
  if ('fault' in saved) return showBlocks(visit, stored, { trail, message: saved.fault });
  return redirect(addressOf(own, undefined, await trailAfter(of, trail, does), `block-${does}`));
}

/** Says that somebody else has changed the contents, and shows them as they are, with what was typed. Nothing is stored. */
function showChanged(visit: Composing, stored: Stored): Promise<Response> {
  const { form, say } = visit;
  const message = say(
    'While you were looking, the blocks were changed by somebody else or in another tab. Nothing of yours is stored yet; these are the blocks as they are now.',
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

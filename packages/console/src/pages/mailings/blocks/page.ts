import { withBrand } from '../../../blocks/brand.ts';
import { type Block, type BlockDocument, findBlock, readShownBlocks } from '../../../blocks/document.ts';
import { markOf } from '../../../blocks/marks.ts';
import { type Values, valuesOf } from '../../../blocks/values.ts';
import { seenField } from '../../../components/conflict.ts';
import { section } from '../../../components/figures.ts';
import { linkButton, pageButton, postForm, selectField } from '../../../components/forms.ts';
import { respondPage } from '../../../components/layout.ts';
import { empty, fault, hint } from '../../../components/notice.ts';
import { type Content, html } from '../../../html.ts';
import { blockFiles } from '../../../web/assets.ts';
import type { Visit } from '../../../web/routes.ts';
import { versionField } from '../seen-version.ts';
import type { Composing, Stored } from './composition.ts';
import { conditionPart } from './condition.ts';
import { blockFields, partsOf } from './fields.ts';
import { palette } from './kinds.ts';
import { blockList, places } from './list.ts';
import { keepPart, type SavedBlock, savedButtons } from './saved.ts';
import { readTrail, type Trail, trailInputs } from './trail.ts';

interface Shown {
  trail: Trail;
  /** Path of the block that is open. */
  open?: string | undefined;
  /** What was typed for it, if it is not what is stored. */
  values?: Values;
  message?: string | undefined;
  /** What was typed for a block that is not there any more. */
  left?: Content;
  status?: number;
}

/** Contents as a list of blocks, each with a form, and what they look like. */
export async function blocksPage(visit: Composing): Promise<Response> {
  const open = visit.query.get('block') ?? undefined;
  return showBlocks(visit, await visit.of.read(), { open, trail: readTrail(visit.query) });
}

export async function showBlocks(visit: Composing, stored: Stored, shown: Shown): Promise<Response> {
  const { client, of, offers, say } = visit;
  const { own, parent } = of;
  const { message, status = message === undefined ? 200 : 400, left } = shown;
  const contents = stored.mjml === '' ? beginning(visit, own, stored) : await blocks(visit, own, stored, shown);
  const notes = message === undefined && (await of.notes());
  const body = html`${fault(message)}${left}${notes}<div class="writing" data-blocks="${own}/blocks"><div>${contents}</div>${of.preview()}</div>`;
  const style = stored.mjml === '' ? undefined : await client.account.getMailStyle({}).orThrow();
  const branded = style && withBrand(stored.mjml, style.mjml);
  const isOtherwise = branded !== undefined && branded !== stored.mjml;
  const buttons = html`${goButtons(visit, own, stored, shown.trail)}${isOtherwise && brandButton(visit, own, stored, shown.trail)}`;
  const actions = html`${offers('POST', `${own}/blocks`) && buttons}${pageButton(visit, say('Versions'), `${own}/versions`)}${pageButton(visit, say('Edit the MJML'), `${own}/edit?as=mjml`)}${linkButton(of.back, own, 'main')}`;
  const title = say('Blocks of {name}', { name: stored.name });
  return respondPage(visit, { title, parent, actions, body, files: blockFiles(say) }, status);
}

/** Where forms without typed text go: nothing is lost when somebody leaves them. */
const wholeAction = (own: string) => `${own}/blocks#blocks`;

/** Buttons that go back to the version before, and forth again. */
function goButtons(visit: Visit, own: string, { version }: Stored, trail: Trail): Content {
  const { say } = visit;
  if (trail.undo.length === 0 && trail.redo.length === 0) return undefined;
  const button = (does: 'undo' | 'redo', label: string) =>
    trail[does].length > 0 && html`<button class="quiet" name="do" value="${does}">${label}</button>`;
  return postForm(
    visit,
    wholeAction(own),
    html`${versionField(version)}${trailInputs(trail)}<span class="row">${button('undo', say('Undo'))}${button('redo', say('Redo'))}</span>`,
  );
}

/** The button with which all blocks get the style of the account. */
const brandButton = (visit: Visit, own: string, { version }: Stored, trail: Trail): Content =>
  postForm(
    visit,
    wholeAction(own),
    html`${versionField(version)}${trailInputs(trail)}<button class="quiet" name="do" value="brand">${visit.say('Use the brand’s styles')}</button>`,
  );

/** Blocks are made of MJML, which a mailing need not have. */
function beginning(visit: Visit, own: string, { html: written, version }: Stored): Content {
  const { say } = visit;
  const form = postForm(
    visit,
    wholeAction(own),
    html`${versionField(version)}${written !== '' && hint(say('This is written in HTML. Beginning with blocks replaces it; what is there now stays in the list of versions.'))}<p><button name="do" value="begin">${say('Begin with blocks')}</button></p>`,
  );
  return section(say('Blocks'), html`${empty(say('There are no blocks yet.'))}${form}`);
}

async function blocks(visit: Visit, own: string, stored: Stored, shown: Shown): Promise<Content> {
  const { offers, say } = visit;
  const document = readShownBlocks(stored.mjml);
  if (document === undefined)
    return section(
      say('Blocks'),
      empty(say('The contents are too long to be shown as blocks. Edit the MJML instead.')),
    );
  const isOpenable = offers('POST', `${own}/blocks`);
  const block = isOpenable && shown.open !== undefined ? findBlock(document, shown.open) : undefined;
  const saved = isOpenable ? await visit.client.media.listBlocks({}).orThrow() : [];
  const card = block && (await blockCard(visit, own, stored, document, block, { ...shown, saved }));
  const { trail } = shown;
  const list = blockList({ say, own, document, trail, open: block?.path, isOpenable, card });
  const leaving =
    !/\[\[LINK\|UNSUBSCRIBE/.test(stored.mjml) && hint(say('There is no link to unsubscribe yet. Add a footer.'));
  const none = document.blocks.length === 0 && empty(say('There are no blocks yet.'));
  const moving = postForm(
    visit,
    wholeAction(own),
    html`${versionField(stored.version)}${trailInputs(trail)}${['path', 'mark', 'do', 'to', 'at'].map((name) => html`<input type="hidden" name="${name}">`)}`,
    { className: 'moving' },
  );
  const adding =
    isOpenable &&
    document.body !== undefined &&
    postForm(
      visit,
      wholeAction(own),
      html`${versionField(stored.version)}${trailInputs(trail)}${paletteOf(visit, say('Add a block at the end'), saved, block === undefined)}`,
    );
  return section(
    say('Blocks'),
    html`${isOpenable && html`<p class="soft">${say('Choose a block to change it.')} <span hidden data-keys>${say('Drag blocks to move them, or press Alt and an arrow key.')}</span></p>`}${leaving}${none}${list}${adding}${moving}`,
    { id: 'blocks' },
  );
}

const paletteOf = (visit: Visit, label: string, saved: readonly SavedBlock[], isOpen: boolean): Content =>
  html`<details class="palette"${isOpen && html` open`}><summary>${label}</summary><p class="row">${palette.map(([kind, name]) => html`<button class="quiet" name="do" value="add-${kind}" formnovalidate>${visit.say(name)}</button>`)}</p>${savedButtons(visit, saved)}</details>`;

/** The form of a block: what it says and how it looks, and what becomes of it as a whole. */
async function blockCard(
  visit: Visit,
  own: string,
  { version }: Stored,
  document: BlockDocument,
  block: Block,
  { trail, values, saved }: Shown & { saved: readonly SavedBlock[] },
): Promise<Content> {
  const { say } = visit;
  const action = `${own}/blocks`;
  const stored = valuesOf(document, block);
  const fields = await blockFields(visit, block, values ?? stored);
  const hasFields = Object.keys(stored).length > 0;
  const targets = document.body === undefined ? [] : places(say, document, block);
  const move =
    targets.length > 0 &&
    html`<details class="picker"><summary>${say('Move to another place')}</summary><div class="fields">${selectField({ label: say('Place'), name: 'to', value: '', options: targets })}</div><p><button class="quiet" name="do" value="move" formnovalidate>${say('Move there')}</button></p></details>`;
  const button = (does: string, label: string, kind = 'quiet') =>
    html`<button class="${kind}" name="do" value="${does}" formnovalidate>${label}</button>`;
  const whole =
    document.body !== undefined &&
    html`<div class="acts"><p class="row">${button('up', say('Move up'))}${button('down', say('Move down'))}${button('duplicate', say('Duplicate'))}${button('remove', say('Remove'), 'bad')}</p>${await conditionPart(visit, block)}${move}${keepPart(visit, block)}${paletteOf(visit, say('Add a block below'), saved, false)}</div>`;
  // Enter presses the first button, which must not be one that does something to the whole block.
  const enter = html`<button class="unseen" tabindex="-1" aria-hidden="true">${say('Save')}</button>`;
  const form = html`${enter}${seenField(visit, action, partsOf(say, stored))}${versionField(version)}${trailInputs(trail)}<input type="hidden" name="path" value="${block.path}"><input type="hidden" name="mark" value="${markOf(document, block)}">${fields}${hasFields && html`<p class="row"><button name="do" value="save">${say('Save')}</button></p>`}${whole}`;
  const upload = block.kind === 'image';
  return postForm(visit, action, form, { className: 'card', unsaved: values !== undefined, upload });
}

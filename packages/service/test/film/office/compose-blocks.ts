import { expect } from 'vitest';
import { previewedHtml } from '../../support/previewed-html.ts';
import type { Stage } from '../stage.ts';
import { type Cut, enter, join, type Studio, said } from './studio.ts';

/** Somebody who writes no MJML takes a design, changes it block by block, and gets what the preview shows. */
export async function composeByBlocks(studio: Studio, cut: Cut): Promise<void> {
  const account = await studio.openAccount(`Blocks ${cut.run}`);
  const { client } = account;
  const { email } = await join(account, studio.sink, 'editor');
  const name = `Composed ${cut.run}`;
  await studio.play('blocks', account, cut, async (stage) => {
    await enter(stage, email);
    await stage.navigate('Mailings');
    await stage.follow('Write a mailing');
    await stage.write('Name', name);
    await stage.write('Subject', 'Spring');
    await stage.choose('Begin with', 'Gallery: Newsletter: one story');
    await stage.press('Create');
    await stage.heading(`Edit ${name}`);
    await stage.follow('Edit as blocks');
    await stage.heading(`Blocks of ${name}`);
    await stage.look('list');
    const mailingid = Number(/\/mailings\/(\d+)\//.exec(stage.page.url())![1]);
    const written = () => client.mailings.getMjml({ mailingid }).orThrow();
    const before = await written();
    await changeWords(stage);
    await addAndMove(stage, cut);
    const after = await written();
    expect(after).toContain('Spring comes to Green Street</h1>');
    expect(after).toContain('Dear [[CONTACT|FIRSTNAME|friend]]');
    expect(after).toMatch(/<mj-button href="https:\/\/garden\.example\/sale">Go<\/mj-button>/);
    // What no block was changed of is there byte for byte.
    expect(after.slice(0, after.indexOf('<mj-body'))).toBe(before.slice(0, before.indexOf('<mj-body')));
    const shown = await client.mailings.preview({ mailingid, body: {} }).orThrow();
    expect(shown).toContain('Spring comes to Green Street');
    expect(previewedHtml(shown)).not.toContain('[[');
  });
}

/** Opens a block by the beginning of its name; its place among others follows. */
async function openBlock(stage: Stage, beginning: string): Promise<void> {
  const link = stage.page.locator('.block a', { hasText: beginning }).first();
  await stage.follow(
    String(await link.evaluate((element) => element.textContent))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  await stage.page.locator('.block a[aria-current]', { hasText: beginning }).waitFor();
}

async function changeWords(stage: Stage): Promise<void> {
  const { page } = stage;
  await openBlock(stage, 'Heading');
  await stage.look('heading');
  await stage.write('Text', 'Spring comes to Green Street');
  await stage.press('Save');
  await stage.says('The changes were saved.');
  await openBlock(stage, 'Text');
  await stage.write('Text', 'Dear ');
  await stage.open('Insert a field of the contact');
  await stage.choose('Field', 'First name');
  await stage.write('If the contact has none', 'friend');
  await stage.press('Insert');
  const field = page.locator('textarea[name="value-text"]');
  await expect.poll(() => field.inputValue()).toBe('Dear [[CONTACT|FIRSTNAME|friend]]');
  await stage.look('text');
  await stage.press('Save');
  await stage.says('The changes were saved.');
}

async function addAndMove(stage: Stage, { keyboard, scripts }: Cut): Promise<void> {
  const { page } = stage;
  await stage.open('Add a block below');
  await stage.press('Button');
  await stage.says('The block was added.');
  await stage.look('button');
  await stage.write('Text', 'Go');
  await stage.write('Link', 'not an address');
  await stage.press('Save');
  await stage.says('is no address of a link');
  await stage.look('refused');
  expect(await stage.field('Text').inputValue()).toBe('Go');
  await stage.write('Link', 'garden.example/sale');
  await stage.press('Save');
  await stage.says('The changes were saved.');
  const place = () => page.locator('.block a[aria-current] .unseen').textContent();
  const first = await place();
  if (keyboard) {
    await page.locator('.block a[aria-current]').focus();
    await page.keyboard.press('Alt+ArrowUp');
  } else await stage.press('Move up');
  await stage.says('The block was moved.');
  await expect.poll(place).not.toBe(first);
  // The one that was moved has the focus, so that keys can go on.
  if (scripts)
    await expect.poll(() => page.evaluate('document.activeElement.matches(".block a[aria-current]")')).toBe(true);
  await stage.press('Undo');
  await stage.says('The last change was undone.');
  await stage.press('Redo');
  await stage.says('The change was made again.');
  await openBlock(stage, 'Button Go');
  await stage.press('Duplicate');
  await stage.says('The block was duplicated.');
  await stage.press('Remove');
  await stage.says('The block was removed.');
  expect((await said(stage)).match(/Button\s+Go/g)).toHaveLength(1);
  if (scripts && !keyboard) await dragBlock(stage);
  await stage.look('done');
}

/** The mouse takes a block in front of another one. */
async function dragBlock({ page }: Stage): Promise<void> {
  const named = (text: string) => page.locator('li[data-level="leaf"] > .block', { hasText: text }).first();
  const target = named('Heading Spring comes');
  await named('Button Go').hover();
  await page.mouse.down();
  // Chromium takes what is below the mouse when it begins to move; the page scrolls to the target after that.
  await page.mouse.move(30, 30, { steps: 3 });
  for (const x of [40, 44]) await target.hover({ position: { x, y: 3 } });
  await page.mouse.up();
  await page.getByText('The block was moved.').first().waitFor();
  const texts = await page.locator('li[data-level="leaf"] > .block a').allTextContents();
  const place = (text: RegExp) => texts.findIndex((each) => text.test(each));
  expect(place(/^Button\s+Go/)).toBe(place(/^Heading\s+Spring comes/) - 1);
}

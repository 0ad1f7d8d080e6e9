import type { Locator, Page } from 'playwright-core';

/** A file that somebody chooses on the own machine. */
export interface OwnFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** How a person works on a page. */
export interface Hands {
  /** Follows a link, presses a button, or opens a part of the page. */
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** Writes at the end of a text that is there. */
  append(target: Locator, text: string): Promise<void>;
  /** Chooses an option by its label. */
  choose(target: Locator, label: string): Promise<void>;
  give(target: Locator, file: OwnFile): Promise<void>;
}

export const withMouse = (page: Page): Hands => ({
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  async append(target, text) {
    await target.click();
    await appendText(page, text);
  },
  async choose(target, label) {
    await target.selectOption({ label });
  },
  give: (target, file) => target.setInputFiles(file),
});

/** More elements than any page has. */
const maxTabs = 500;

/** Nothing but keys: what Tab does not reach cannot be used. */
export function withKeyboard(page: Page): Hands {
  // Dialogs for files are caught from the first listener on, but not from the same moment.
  page.on('filechooser', () => {});
  const reach = async (target: Locator) => {
    await target.waitFor();
    for (let tabs = 0; tabs < maxTabs; tabs++) {
      if (await target.evaluate((element) => element.matches(':focus'))) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target} on ${page.url()}.`);
  };
  return {
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async write(target, text) {
      await reach(target);
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
    },
    async append(target, text) {
      await reach(target);
      await appendText(page, text);
    },
    async choose(target, label) {
      await reach(target);
      const options = await target.locator('option').allTextContents();
      const chosen = () => target.locator('option:checked').textContent();
      await page.keyboard.press('Home');
      for (let steps = 0; steps < options.length && (await chosen()) !== label; steps++)
        await page.keyboard.press('ArrowDown');
      if ((await chosen()) !== label) throw new Error(`${target} has no “${label}”, only ${options.join(', ')}.`);
    },
    async give(target, file) {
      await reach(target);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      await chooser.setFiles(file);
    },
  };
}

async function appendText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}

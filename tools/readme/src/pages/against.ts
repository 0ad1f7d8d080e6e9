import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../packages/service/test/support/free-port.ts';
import { comparePictures } from './compare.ts';
import { openBrowser, type View } from './open-browser.ts';
import { type Sample, startSample } from './sample.ts';
import { fillSample, type PagePaths } from './sample-account.ts';

/** Each width and each theme once: colors do not depend on the width. */
const looks: readonly Pick<View, 'width' | 'theme'>[] = [
  { width: 375, theme: 'dark' },
  { width: 1280, theme: 'light' },
];

/** Writes one time in place of all others, and one letter in place of those that keys and addresses have by lot. */
const settle = `(() => {
  const settled = (text) => text
    .replace(/\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d(:\\d\\d)?)?/g, ({ length }) => '2031-01-15 12:00:00'.slice(0, length))
    .replace(/mw_[\\w-]+|[\\w-]{20,}/g, ({ length }) => 'x'.repeat(length));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = settled(texts.currentNode.data);
  for (const field of document.querySelectorAll('textarea, input[type=text]')) field.value = settled(field.value);
  for (const field of document.querySelectorAll('input[type=date]')) field.value = '2031-01-15';
  for (const field of document.querySelectorAll('input[type=time]')) field.value = '12:00';
})()`;

interface Versions {
  /** Checkouts with their dependencies and generated code. */
  before: string;
  now: string;
  /** Where pictures of pages that differ go. */
  directory: string;
}

/**
 * Takes pictures of all pages of two versions, on this machine with the same data and port, and compares them. There are
 * no pictures to compare with in the repository, because letters look different on every machine. Returns the number of
 * pictures that differ.
 */
export async function comparePages(
  { before, now, directory }: Versions,
  tell: (line: string) => void,
): Promise<number> {
  const port = await freePort();
  const old = await takePictures(before, port);
  const fresh = await takePictures(now, port);
  mkdirSync(directory, { recursive: true });
  let different = 0;
  for (const [name, picture] of fresh) {
    const earlier = old.get(name);
    if (earlier === undefined) {
      tell(`${name}  is new`);
      continue;
    }
    const { pixels, picture: drawn } = comparePictures(earlier, picture);
    if (drawn === undefined) continue;
    different++;
    for (const [kind, file] of Object.entries({ before: earlier, now: picture, difference: drawn }))
      writeFileSync(join(directory, `${name}.${kind}.png`), file);
    tell(`${name}  ${pixels.toLocaleString('en')} pixels differ`);
  }
  for (const name of old.keys()) if (!fresh.has(name)) tell(`${name}  is gone`);
  tell(`${fresh.size} pictures, of which ${different} differ${different > 0 ? `: ${directory}` : ''}`);
  return different;
}

/** Pictures of all pages of a version by page, width and theme. Pages that the version does not have are left out. */
async function takePictures(checkout: string, port: number): Promise<Map<string, Buffer>> {
  const data = mkdtempSync(join(tmpdir(), 'mailwright-pages-'));
  const sample = await startSample({
    directory: data,
    checkout,
    port,
    key: 'mw_pages_are_compared',
  });
  try {
    return await photograph(sample, await fillSample(sample));
  } finally {
    await sample.close();
    rmSync(data, { recursive: true, force: true });
  }
}

async function photograph(sample: Sample, pages: PagePaths): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  const browser = await openBrowser();
  try {
    for (const { width, theme } of looks) {
      const view = await browser.view({ ...sample, width, theme });
      for (const [name, path] of Object.entries(pages)) {
        const answer = await view.goto(`${sample.origin}${path}`, { waitUntil: 'load' });
        if (answer?.status() === 404) continue;
        await view.evaluate(settle);
        const picture = await view.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
        pictures.set(`${name}-${width}-${theme}`, picture);
      }
      await view.context().close();
    }
  } finally {
    await browser.close();
  }
  return pictures;
}

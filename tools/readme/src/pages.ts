import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, resolveCommit } from '../../bench/src/compare/checkout.ts';
import { comparePages } from './pages/against.ts';
import { figuresOf, formatted } from './pages/figures.ts';
import { openBrowser } from './pages/open-browser.ts';
import { startSample } from './pages/sample.ts';

/**
 * `npm run pages`: bytes of the first view, time to first contentful paint on this machine, and violations of axe's rules, of
 * each page on a phone and a desktop, light and dark. `--pictures` also takes that of the reference for the README, `docs/images`.
 * `--against COMMIT` compares pictures of all pages with those of that version instead, and exits with 1 if one differs.
 */

const root = join(import.meta.dirname, '../../..');
const { values } = parseArgs({
  options: { pictures: { type: 'boolean', default: false }, against: { type: 'string' } },
});
process.exit(values.against === undefined ? await measure(values.pictures) : await compare(values.against));

/** Returns the exit status. */
async function measure(takesPictures: boolean): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-pages-'));
  const sample = await startSample({ directory });
  const browser = await openBrowser();
  /** That the README shows beside those of the console, which the film takes (`npm run pictures`). */
  const pictured = new Set(['reference']);
  let violations = 0;
  try {
    for (const [name, path] of Object.entries(sample.pages)) {
      for (const width of [375, 1280]) {
        for (const theme of ['light', 'dark'] as const) {
          const view = await browser.view({ ...sample, width, theme });
          const figures = await figuresOf(view, `${sample.origin}${path}`);
          violations += figures.violations.length;
          console.log(formatted(name, width, theme, figures));
          if (takesPictures && pictured.has(name) && width === 1280 && theme === 'light')
            await view.screenshot({ path: join(root, `docs/images/${name}.png`) });
          await view.context().close();
        }
      }
    }
  } finally {
    await browser.close();
    await sample.close();
    rmSync(directory, { recursive: true, force: true });
  }
  return violations === 0 ? 0 : 1;
}

/** Returns the exit status. */
async function compare(revision: string): Promise<number> {
  const tell = (line: string) => console.log(line);
  try {
    const commit = resolveCommit(root, revision);
    const before = checkOut(root, commit, (step) => console.error(`${step} …`));
    try {
      const directory = mkdtempSync(join(tmpdir(), 'mailwright-differences-'));
      return (await comparePages({ before: before.directory, now: root, directory }, tell)) === 0 ? 0 : 1;
    } finally {
      before.remove();
    }
  } catch (error) {
    console.error(`The versions cannot be compared: ${(error as Error).message}`);
    return 1;
  }
}

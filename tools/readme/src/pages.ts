import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figuresOf, formatted } from './pages/figures.ts';
import { openBrowser } from './pages/open-browser.ts';
import { startSample } from './pages/sample.ts';

/**
 * `npm run pages`: bytes of the first view, time to first contentful paint on this machine, and violations of axe's rules, of
 * each page on a phone and a desktop, light and dark. `--pictures` also takes the screenshots of the README, `docs/images`.
 */

const { values } = parseArgs({ options: { pictures: { type: 'boolean', default: false } } });
const directory = mkdtempSync(join(tmpdir(), 'mailwright-pages-'));
const sample = await startSample(directory);
const browser = await openBrowser();
/** Those that the README shows. */
const pictured = new Set(['console', 'report', 'outbox', 'docs', 'reference']);
let violations = 0;
try {
  for (const [name, path] of Object.entries(sample.pages)) {
    for (const width of [375, 1280]) {
      for (const theme of ['light', 'dark'] as const) {
        const view = await browser.view({ ...sample, width, theme });
        const figures = await figuresOf(view, `${sample.origin}${path}`);
        violations += figures.violations.length;
        console.log(formatted(name, width, theme, figures));
        if (values.pictures && pictured.has(name) && width === 1280 && theme === 'light') {
          await view.screenshot({ path: join(import.meta.dirname, `../../../docs/images/${name}.png`) });
        }
        await view.context().close();
      }
    }
  }
} finally {
  await browser.close();
  await sample.close();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(violations === 0 ? 0 : 1);

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');

export interface Figures {
  /** Bytes as they come over the wire, headers included. */
  bytes: number;
  /** Milliseconds. */
  firstPaint: number;
  /** Rules of axe that are broken, with how often. */
  violations: string[];
  /** Whether the page is wider than the window. */
  scrollsSideways: boolean;
}

/** Opens an address and measures the first view. */
export async function figuresOf(page: Page, url: string): Promise<Figures> {
  const devtools = await page.context().newCDPSession(page);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await page.goto(url, { waitUntil: 'load' });
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  const firstPaint = Number(await painted.jsonValue());
  const scrollsSideways = (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) as boolean;
  const found = await page.evaluate(`${axe}; axe.run()`);
  const violations = (found as { violations: { id: string; nodes: unknown[] }[] }).violations;
  return {
    bytes,
    firstPaint,
    scrollsSideways,
    violations: violations.map(({ id, nodes }) => `${id} × ${nodes.length}`),
  };
}

export function formatted(name: string, width: number, theme: string, figures: Figures): string {
  const { bytes, firstPaint, violations, scrollsSideways } = figures;
  const cells = [
    name.padEnd(10),
    String(width).padStart(4),
    theme.padEnd(5),
    `${(bytes / 1000).toFixed(1).padStart(7)} kB`,
    `${firstPaint.toFixed(0).padStart(5)} ms`,
    violations.length === 0 ? 'axe 0' : `axe ${violations.join(', ')}`,
    scrollsSideways ? 'scrolls sideways' : '',
  ];
  return cells.join('  ').trimEnd();
}

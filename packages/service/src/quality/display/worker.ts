import { readStyles } from '../content/css.ts';
import { readPage } from '../content/page.ts';
import { type Finding, presentable } from '../findings/findings.ts';
import { type DisplayClient, judgeClients } from './clients.ts';
import { judgeStructure } from './structure.ts';
import { usedFeatures } from './usage.ts';

/** Judges an HTML document in a worker thread. */
export function judgePage(html: string): { findings: Finding[]; clients: DisplayClient[] } {
  const page = readPage(html);
  const styles = readStyles(page);
  return { findings: presentable(judgeStructure(page, styles)), clients: judgeClients(usedFeatures(page, styles)) };
}

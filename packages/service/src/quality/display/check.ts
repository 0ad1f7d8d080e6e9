import { readStyles } from '../content/css.ts';
import { readPage } from '../content/page.ts';
import { readSample } from '../content/sample.ts';
import { type Finding, stateOf } from '../findings/findings.ts';
import type { CheckedMailing, CheckFunction } from '../findings/subject.ts';
import { judgeClients } from './clients.ts';
import { judgeStructure } from './structure.ts';
import { usedFeatures } from './usage.ts';

/** How families of mail programs show the contents. */
export const checkDisplay = (async (subject: CheckedMailing) => {
  const { html, text } = await readSample(subject);
  const findings: Finding[] = [];
  if (text === null) {
    const message = 'There is no text part, for people and programs that show no HTML.';
    findings.push({ code: 'text_missing', severity: 'warning', message, location: 'text' });
  }
  if (html === null) return { state: stateOf(findings), clients: [], findings };
  const page = readPage(html);
  const styles = readStyles(page);
  findings.push(...judgeStructure(page, styles));
  const clients = judgeClients(usedFeatures(page, styles));
  for (const { name, state, issues } of clients) {
    if (state === 'success') continue;
    const features = issues.map(({ feature }) => feature).join(', ');
    findings.push({ code: 'layout_unsupported', severity: 'warning', message: `${name} does not show: ${features}.` });
  }
  return { state: stateOf(findings), clients, findings };
}) satisfies CheckFunction;

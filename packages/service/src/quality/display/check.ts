import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { readSample } from '../content/sample.ts';
import { readingLimits, withinLimits } from '../content/within-limits.ts';
import { type Finding, stateOf } from '../findings/findings.ts';
import type { CheckedMailing, CheckFunction, Tools } from '../findings/subject.ts';
import { judgeRenderings } from './rendering/judge.ts';
import { renderPage } from './rendering/render.ts';

const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');

/** How families of mail programs show the contents, and how they look in Chromium where there is one. */
export const checkDisplay = (async (subject: CheckedMailing, { chromium, fetch }: Tools) => {
  const { html, text } = await readSample(subject);
  const findings: Finding[] = [];
  if (text === null) {
    const message =
      'The mailing has no text of its own. People and programs that show no HTML get one that is made from the HTML.';
    findings.push({ code: 'text_missing', severity: 'warning', message, location: 'text' });
  }
  if (html === null) return { state: stateOf(findings), clients: [], findings };
  const { clients, findings: ofPage } = await withinLimits(call('judgePage', html, readingLimits));
  findings.push(...ofPage);
  for (const { name, state, issues } of clients) {
    if (state === 'success') continue;
    const features = issues.map(({ feature }) => feature).join(', ');
    findings.push({
      code: 'layout_unsupported',
      severity: 'warning',
      message: `${name} does not support: ${features}.`,
    });
  }
  if (chromium === undefined) return { state: stateOf(findings), clients, findings };
  const renderings = await renderPage(chromium, html, fetch).catch((error: Error) => error);
  findings.push(...(renderings instanceof Error ? [notRendered(renderings)] : judgeRenderings(renderings)));
  const shown =
    renderings instanceof Error
      ? []
      : renderings.map(({ width, contentWidth }) => ({ width, content_width: contentWidth }));
  return { state: stateOf(findings), clients, renderings: shown, findings };
}) satisfies CheckFunction;

const notRendered = ({ message }: Error): Finding => ({
  code: 'not_rendered',
  severity: 'warning',
  message: `The page could not be rendered with Chromium: ${message}.`,
});

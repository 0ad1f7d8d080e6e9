import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { FetchAnswer } from '../../platform/fetch/fetch.ts';
import { xmlText } from '../../platform/text/xml.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { readSample } from '../content/sample.ts';
import { readingLimits, withinLimits } from '../content/within-limits.ts';
import { stateOf } from '../findings/findings.ts';
import type { CheckedMailing, CheckFunction, Tools } from '../findings/subject.ts';
import { followLink } from './follow.ts';
import { judgeAddress, judgeOutcome } from './judge.ts';
import { visitAddresses } from './visit.ts';

const maxLinks = 10_000;
const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');
type Outcome = FetchAnswer | FetchFailure;

/** Follows every link of the contents, each address once; those of our own pages are not followed. */
export const checkLinks = (async (subject: CheckedMailing, { fetch }: Tools) => {
  const { publicUrl } = subject;
  const { html, text } = await readSample(subject);
  const { links, anchors } = await withinLimits(call('readLinks', { html, text, most: maxLinks }, readingLimits));
  const toFollow = links.map(({ url }) => url).filter((url) => /^https?:/i.test(url) && URL.canParse(url));
  const outcomes = new Map<string, Outcome>();
  const untried = await visitAddresses(new Set(toFollow), async (url) => {
    if (!url.startsWith(`${publicUrl}/`)) outcomes.set(url, await followLink(fetch, url));
  });
  const judged = links.map((link) => {
    const outcome = outcomes.get(link.url);
    const faults = [...judgeAddress(link, anchors), ...(outcome ? judgeOutcome(outcome) : [])];
    return {
      link,
      outcome,
      findings: faults.map((fault) => ({ ...fault, location: `${link.location}: ${link.url}` })),
    };
  });
  const findings = [...judged.flatMap((each) => each.findings), ...untried];
  return {
    state: stateOf(findings),
    links: judged.map(({ link, outcome, findings: own }, index) => ({
      id: index + 1,
      format: link.format,
      layout: 0,
      url: xmlText(link.url, 8192),
      tags: link.tags.slice(0, 100).map((tag) => xmlText(tag, 255)),
      status: stateOf(own),
      ...(outcome ? answerOf(outcome) : {}),
    })),
    findings,
  };
}) satisfies CheckFunction;

function answerOf(outcome: Outcome) {
  if (outcome instanceof FetchFailure) return {};
  const { status, url, millis } = outcome;
  return { http_status: status, final_url: xmlText(url, 8192), duration_ms: millis };
}

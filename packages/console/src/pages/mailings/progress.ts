import type { Readiness } from '@mailwright/client';
import { type Content, html } from '../../html.ts';
import { type Say, type Words, words } from '../../words.ts';

type Obstacle = Readiness['obstacles'][number];

/** The steps in which people make a mailing, in their order. */
export const steps = ['contents', 'audience', 'checks', 'send'] as const;
export type Step = (typeof steps)[number];

/** The step in which something that stands in the way is mended; everything else belongs to sending. */
const stepsOfObstacles: Partial<Record<Obstacle['code'], Step>> = {
  subject_missing: 'contents',
  contents_missing: 'contents',
  sender_missing: 'contents',
  sender_foreign: 'contents',
  sender_unsigned: 'contents',
  sender_unproven: 'contents',
  confirmation_link_missing: 'contents',
  unsubscribe_link_missing: 'contents',
  tag_invalid: 'contents',
  target_group_missing: 'audience',
  audience_empty: 'audience',
  audience_updating: 'audience',
  samples_among_recipients: 'audience',
  check_failed: 'checks',
  approval_missing: 'checks',
  sign_off_missing: 'checks',
};

export const stepOf = ({ code }: Pick<Obstacle, 'code'>): Step => stepsOfObstacles[code] ?? 'send';

/** The part of what stands in the way that one step mends. */
export const obstaclesAt = (step: Step, { obstacles, ready }: Readiness): Readiness => ({
  ready,
  obstacles: obstacles.filter((each) => stepOf(each) === step),
});

interface Reached {
  state: string;
  readiness: Pick<Readiness, 'obstacles'>;
  /** Whether every check has a result for the contents as they are. */
  isChecked: boolean;
}

/** The steps of a mailing that are done. One is done if nothing blocks in it; checks must have run, too. */
export function doneSteps({ state, readiness, isChecked }: Reached): ReadonlySet<Step> {
  if (state !== 'draft' && state !== 'failed') return new Set(steps);
  const blocked = new Set(readiness.obstacles.filter(({ severity }) => severity === 'blocks').map(stepOf));
  return new Set(steps.filter((step) => step !== 'send' && !blocked.has(step) && (step !== 'checks' || isChecked)));
}

/** The steps in which something deserves a look, though it does not block: a warning, or a check that was not passed. */
export const notedSteps = (
  { obstacles }: Pick<Readiness, 'obstacles'>,
  { isPassed }: { isPassed: boolean },
): ReadonlySet<Step> => new Set([...obstacles.map(stepOf), ...(isPassed ? [] : (['checks'] as const))]);

const labels: Record<Step, Words> = {
  contents: words('Contents'),
  audience: words('Audience'),
  checks: words('Checks'),
  send: words('Send'),
};

/**
 * Says how far a mailing is, and what comes next, with links to the parts of the page; it is renewed while checks run.
 * @param noted steps that say so when they are done
 */
export function progressLine(
  say: Say,
  done: ReadonlySet<Step>,
  noted: ReadonlySet<Step> = new Set(),
  isRunning = false,
): Content {
  const next = steps.find((step) => !done.has(step));
  const item = (step: Step) => {
    const [kind, word] = done.has(step)
      ? ['done', noted.has(step) ? say('Please note') : say('Done')]
      : step === next
        ? ['next', say('Next step')]
        : ['later', say('Later')];
    return html`<li class="${kind}"${step === next && html` aria-current="step"`}><a href="#${step}">${say(labels[step])}</a> <small>${word}</small></li>`;
  };
  return html`<ol class="progress" id="progress"${isRunning && html` data-refresh="4"`}>${steps.map(item)}</ol>`;
}

import type { Say } from '../../words.ts';
import { describeStep, durationWords, type Step } from './steps.ts';

export type StepNames = Parameters<typeof describeStep>[2];

/** Describes a step without its ways, where these are drawn. */
export function describeShortly(say: Say, step: Step, names: StepNames): string {
  switch (step.kind) {
    case 'branch':
      return say('Is it in “{filter}”?', { filter: names.filter(step.contact_filter_id) });
    case 'branch_activity':
      return step.activity === 'opened'
        ? say('Has it opened the mail of {step}?', { step: step.sent_by })
        : say('Has it clicked in the mail of {step}?', { step: step.sent_by });
    case 'branch_random':
      return say('Branch by chance');
    case 'wait_for':
      return say('Wait until in “{filter}”, at most {duration}', {
        filter: names.filter(step.contact_filter_id),
        duration: durationWords(say, step.at_most),
      });
    case 'wait_for_activity': {
      const duration = durationWords(say, step.at_most);
      return step.activity === 'opened'
        ? say('Wait until the mail of {step} is opened, at most {duration}', { step: step.sent_by, duration })
        : say('Wait until a link in the mail of {step} is clicked, at most {duration}', {
            step: step.sent_by,
            duration,
          });
    }
    default:
      return describeStep(say, step, names);
  }
}

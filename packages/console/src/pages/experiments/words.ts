import type { Experiment } from '@mailwright/client';
import { badge } from '../../components/figures.ts';
import type { Say, Words } from '../../words.ts';
import { words } from '../../words.ts';

export const list = '/console/experiments';

/** What variants are compared by. */
export const criteria: readonly (readonly [value: Experiment['criterion'], label: Words])[] = [
  ['human_clicks', words('Clicks')],
  ['human_openings', words('Openings')],
  ['conversions', words('Conversions')],
  ['revenue', words('Revenue per contact')],
  ['by_hand', words('A person chooses')],
];

export const criterionLabel = (say: Say, criterion: Experiment['criterion']): string =>
  say(criteria.find(([value]) => value === criterion)![1]);

const states: Record<Experiment['state'], readonly [label: Words, kind: 'plain' | 'good' | 'bad' | 'busy']> = {
  draft: [words('Draft'), 'plain'],
  testing: [words('Being tested'), 'busy'],
  stopped: [words('Stopped'), 'bad'],
  decided: [words('Decided'), 'good'],
  canceled: [words('Canceled'), 'bad'],
};

export const experimentBadge = (say: Say, state: Experiment['state']) => badge(say(states[state][0]), states[state][1]);

/** Why an experiment does not go on by itself. */
export const stopReasons: Record<NonNullable<Experiment['stop_reason']>, Words> = {
  variant_failed: words('A variant could not be sent.'),
  variant_canceled: words('Somebody has stopped sending a variant.'),
  rest_not_sent: words('The chosen variant could not be sent to everybody else.'),
  gave_up: words('It failed again and again and was given up. Ask whoever runs this server.'),
};

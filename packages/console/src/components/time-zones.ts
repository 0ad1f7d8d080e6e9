import { type Html, html } from '../html.ts';
import type { Say } from '../words.ts';
import { selectField } from './forms.ts';
import { listZones, zoneName } from './zone-names.ts';

/** A choice of the time zones that the platform knows. With `guess`, the script of the console replaces UTC by that of the browser. */
export function timeZoneField(say: Say, current: string, { guess = false } = {}): Html {
  const chosen = zoneName(current);
  const zones = new Set(['UTC', chosen, ...listZones()]);
  const field = selectField({
    label: say('Time zone'),
    name: 'time_zone',
    value: chosen,
    hint: say('Schedules, limits by day, and automation use it.'),
    options: [...zones].map((zone) => [zone, zone.replaceAll('_', ' ')]),
  });
  return html`<div${guess && html` data-time-zone`}>${field}</div>`;
}

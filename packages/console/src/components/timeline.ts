import { type Content, type Html, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import { empty } from './notice.ts';
import { localTime } from './times.ts';

export interface Moment {
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  at: string;
  kind: 'plain' | 'good' | 'bad';
  text: Content;
  detail?: Content;
}

/** Events of a story, the newest first, in the local time of the account. */
export function timeline(visit: Pick<Visit, 'account' | 'say'>, moments: readonly Moment[], none: Content): Html {
  if (moments.length === 0) return empty(none);
  const item = ({ at, kind, text, detail }: Moment) =>
    html`<li class="${kind}"><time datetime="${at.replace(' ', 'T')}Z">${localTime(visit, at)}</time><div>${text}${detail && html`<small>${detail}</small>`}</div></li>`;
  return html`<ol class="timeline">${moments.map(item)}</ol>`;
}

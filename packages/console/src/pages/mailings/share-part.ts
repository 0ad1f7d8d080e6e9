import { postForm, selectField, textArea } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { words } from '../../words.ts';

/** Days for which a link is valid. */
const periods = [
  ['7', words('7 days')],
  ['30', words('30 days')],
  ['90', words('90 days')],
  ['', words('No expiry')],
] as const;

/** The link for people outside of the team: what it is, until when, and how to end or replace it. */
export function sharePart(visit: Visit, own: string, url: string | undefined, ends: string | undefined): Content {
  const { offers, say } = visit;
  const period = selectField({
    label: say('Link works for'),
    name: 'days',
    value: '30',
    options: say.options(periods),
  });
  const create = (label: string) =>
    postForm(visit, `${own}/report/share`, html`${period}<p><button class="quiet">${label}</button></p>`);
  if (url === undefined)
    return html`<p>${say('Nobody outside your team can see this report.')}</p>${create(say('Create a link'))}`;
  return html`${textArea({ label: say('Link'), name: 'report-link', value: url, rows: 2, copy: true })}${hint(
    ends === undefined
      ? say('Anyone with this link sees these figures, but no names. The link does not expire.')
      : say('Anyone with this link sees these figures, but no names. The link works until {time}.', {
          time: localTime(visit, ends),
        }),
  )}${postForm(visit, `${own}/report/withdraw`, html`<p><button class="bad">${say('Withdraw the link')}</button></p>`)}${offers('POST', `${own}/report/share`) && html`<details><summary>${say('Replace the link')}</summary>${hint(say('The old link stops working at once.'))}${create(say('Create a new link'))}</details>`}`;
}

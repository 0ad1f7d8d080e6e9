import { typedConfirmation } from '../components/dialog.ts';
import { badge, facts, figures, section } from '../components/figures.ts';
import { checkBox, linkButton, postForm, selectField, textArea, textField } from '../components/forms.ts';
import { respondPage } from '../components/layout.ts';
import { empty, fault, hint } from '../components/notice.ts';
import { barPlot, shareBars } from '../components/plots.ts';
import { pager, table } from '../components/tables.ts';
import { timeline } from '../components/timeline.ts';
import { html } from '../html.ts';
import type { Visit } from '../web/routes.ts';

const people = [
  { name: 'Ada Moreau', city: 'Paris', opens: 12 },
  { name: 'A name that is much longer than others and has to break somewhere', city: 'Lagos', opens: 1234 },
];
const hours = Array.from({ length: 24 }, (_, hour) => ({ label: `${hour}:00`, value: (hour * 37) % 90 }));

/** All components on one page, for those who change them. */
export async function componentsPage(visit: Visit): Promise<Response> {
  const form = postForm(
    visit,
    '/console/components',
    html`<div class="fields">${textField({ label: 'Text', name: 'text', value: 'A value', hint: 'Explains the field.' })}
${textField({ label: 'Date', name: 'date', type: 'date' })}
${selectField({
  label: 'Choice',
  name: 'choice',
  value: 'b',
  options: [
    ['a', 'First'],
    ['b', 'Second'],
  ],
})}</div>
${textArea({ label: 'Source', name: 'source', value: '<p>Hello</p>', code: true })}${checkBox('Agree', 'agree', true)}
<p class="row"><button>Main</button> <button class="quiet">Quiet</button> <button class="bad">Dangerous</button> <button disabled>Disabled</button></p>`,
  );
  const body = html`${fault('Something was wrong with the form.')}<p class="notice good">Something was done.</p>
${figures([
  ['Contacts', '12,345'],
  ['Opened', visit.say.share(1, 3), '4,115 people'],
])}
${section(
  'Table',
  html`${table(
    'People',
    [
      { title: 'Name', cell: ({ name }) => name },
      { title: 'City', cell: ({ city }) => city, kind: 'minor' },
      { title: 'Opens', cell: ({ opens }) => opens, kind: 'number' },
    ],
    people,
    '',
  )}${pager(visit, 2, 3)}`,
)}
${section('States', html`<p class="row">${badge('Draft')} ${badge('Sent', 'good')} ${badge('Failed', 'bad')} ${badge('Being sent', 'busy')}</p>${empty('An empty list says what to do.')}${hint('A hint.')}`)}
${section('Form', form)}
${section(
  'Plots',
  html`${barPlot(visit.say, 'Opens by hour', hours)}${shareBars([
    { label: 'https://example.com/boats', value: 30, text: '30 clicks' },
    { label: 'https://example.com/a/very/long/address/that/has/to/break/somewhere', value: 7, text: '7 clicks' },
  ])}`,
)}
${section(
  'Story',
  timeline(
    visit,
    [
      { at: '2031-02-03 09:14:41', kind: 'good', text: 'Subscribed', detail: 'By double opt-in' },
      { at: '2031-02-01 08:00:00', kind: 'bad', text: 'Bounced' },
    ],
    '',
  ),
)}
${section(
  'Facts',
  facts([
    ['Address', 'ada@example.com'],
    ['Permission', 'Double opt-in'],
  ]),
)}
${section('Typed confirmation', typedConfirmation(visit, { action: '/console/components', label: 'Erase', explanation: 'This cannot be undone.', phrase: 'erase' }))}`;
  return respondPage(visit, { title: 'Components', actions: linkButton('An action', '/console', 'main'), body });
}

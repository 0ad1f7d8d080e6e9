import { badge, section } from '../components/figures.ts';
import { pageLink } from '../components/forms.ts';
import { hint } from '../components/notice.ts';
import { type Content, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import { countSamples, removeSamplesForm } from './contacts/samples.ts';
import { listMailings } from './mailing-names.ts';
import { over } from './mailing-states.ts';
import type { Status } from './running.ts';

/** What a new account needs until its first mailing can reach people, and nobody else; nothing once all of it is done. */
export async function firstSteps(visit: Visit, status: Status): Promise<Content> {
  const { client, say } = visit;
  const sent = await listMailings(client, { states: [...over], page_size: 1 });
  const delivers = !status.stores_mails;
  const samples = status.has_own_contacts ? await countSamples(visit) : 0;
  if (delivers && status.has_own_contacts && sent.total > 0 && samples === 0) return undefined;
  const steps: { isDone: boolean; text: Content; form?: Content }[] = [
    {
      isDone: delivers,
      text: delivers
        ? say.rich('A mail server is connected. <a>Send yourself a test mail</a>.', {
            a: pageLink(visit, '/console/delivery'),
          })
        : say.rich('<a>Connect a mail server</a> and send yourself a test mail.', {
            a: pageLink(visit, '/console/delivery'),
          }),
    },
    {
      isDone: await hasRecords(visit),
      text: say.rich('Set up the <a>domain of your sender address</a>, so that mailbox providers trust your mails.', {
        a: pageLink(visit, '/console/delivery/domains'),
      }),
    },
    {
      // Those of the sample account are nobody.
      isDone: status.has_own_contacts ?? false,
      text: say.rich('<a>Import your contacts</a>.', { a: pageLink(visit, '/console/imports') }),
    },
    ...(samples > 0
      ? [
          {
            isDone: false,
            text: say(
              '{samples, plural, one {Remove the sample contact} other {Remove the # sample contacts}}, so that mailings go to your contacts alone.',
              { samples },
            ),
            form: removeSamplesForm(visit),
          },
        ]
      : []),
    {
      isDone: sent.total > 0,
      text: say.rich('<a>Write and send</a> your first mailing.', { a: pageLink(visit, '/console/mailings/new') }),
    },
  ];
  const item = ({ isDone, text, form }: (typeof steps)[number]) =>
    html`<li><div class="row"><span>${text}</span>${isDone ? badge(say('Done'), 'good') : badge(say('Open'))}</div>${form}</li>`;
  const left = steps.filter(({ isDone }) => !isDone).length;
  return section(
    say('First steps'),
    html`${hint(say('{left, plural, one {One step is left} other {# steps are left}} until your mailings reach your contacts, and nobody else.', { left }))}<ol class="steps">${steps.map(item)}</ol>`,
    { id: 'first-steps' },
  );
}

/** Reports whether the DNS has all records of one of the domains that mails come from. */
async function hasRecords({ client }: Visit): Promise<boolean> {
  const domains = await client.account.getSenderDomains({}).orThrow();
  return domains.some(({ records }) => records.every(({ found }) => found === true));
}

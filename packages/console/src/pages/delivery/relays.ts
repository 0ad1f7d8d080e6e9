import { badge, facts, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { empty, fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { limitWords, type Relay, warmUpWords } from './slowness.ts';
import { testMail, testMailPart } from './test-mail.ts';

type Receiver = Relay['receivers'][number];

/** The relays of the account, each with what slows its mails down. */
export const relayList = (visit: Visit): Promise<Response> => show(visit);

/** Sends a test mail, whose result the page then shows. */
export async function sendDeliveryTest(visit: Visit): Promise<Response> {
  const sent = await attempt(visit.client.transactionalMails.send({ body: testMail(visit) }).orThrow());
  return 'fault' in sent ? show(visit, sent.fault) : redirect(`/console/delivery?test=${sent.value[0]!.id}#test`);
}

async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, say } = visit;
  const [relays, status] = await Promise.all([
    client.account.getRelays().orThrow(),
    client.account.getStatus().orThrow(),
  ]);
  const stored =
    status.stores_mails &&
    hint(
      say(
        'No mail server takes all mails: those that none takes stay on this server and reach nobody. Whoever runs this server can connect one.',
      ),
    );
  const body = html`${fault(message)}${stored}${hint(say('Mails go through these servers, in this order. While one does not answer, the next one takes over.'))}
${relays.length === 0 ? empty(say('No mail server takes mails of this account.')) : relays.map((relay) => relaySection(visit, relay, status.stores_mails && relay.name === whereverElse))}${await testMailPart(visit, status.stores_mails)}`;
  const actions = linkButton(say('Sender domains'), '/console/delivery/domains');
  return respondPage(visit, { title: say('Mail servers'), actions, body }, message === undefined ? 200 : 400);
}

/** Name of the relay that takes what no other takes; without a mail server, the service stores these mails. */
const whereverElse = 'default';

function relaySection(visit: Visit, relay: Relay, isStore: boolean): Content {
  const { say } = visit;
  const { name, state, until, reason, sent_today: sent, deferred_today: deferred, warm_up: warmUp } = relay;
  const next = until !== undefined && say('It is tried again from {time} on.', { time: localMinute(visit, until) });
  const about = facts([
    [
      say('State'),
      state === 'up'
        ? isStore
          ? badge(say('Stores mails'))
          : badge(say('Takes mails'), 'good')
        : html`${badge(say('Does not answer'), 'bad')} ${reason && `${reason}.`} ${next}`,
    ],
    [say('Limits'), limitWords(say, relay)],
    ...(relay.dkim_key === undefined ? [] : ([[say('DKIM key'), relay.dkim_key]] as const)),
    ...(warmUp ? ([[say('Warm-up'), warmUpWords(say, warmUp)]] as const) : []),
    ...(sent === undefined
      ? []
      : ([
          [
            say('Today'),
            sent === 0
              ? say('Nothing sent')
              : say('{count, number} sent, {deferred} of them deferred', {
                  count: sent,
                  deferred: say.share(deferred ?? 0, sent),
                }),
          ],
        ] as const)),
  ]);
  return section(
    name,
    html`${about}<h3>${say('Mailbox providers that asked for fewer mails')}</h3>${receiverTable(visit, relay)}`,
  );
}

function receiverTable(visit: Visit, { name, receivers }: Relay): Content {
  const { say } = visit;
  return table<Receiver>(
    say('Mailbox providers that asked for fewer mails over {name}', { name }),
    [
      {
        title: say('Provider and answer'),
        cell: ({ name: receiver, reason }) =>
          html`${receiver}${reason && html`<br><span class="soft">${reason}</span>`}`,
      },
      { title: say('Asked at'), cell: ({ asked }) => localMinute(visit, asked), kind: 'minor' },
      { title: say('Mails a minute'), cell: ({ per_minute }) => say.number(per_minute), kind: 'number' },
    ],
    receivers,
    say('None: mails go out as fast as the server takes them.'),
  );
}

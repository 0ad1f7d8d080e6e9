import { badge, facts, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { empty, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { limitWords, type Relay, warmUpWords } from './slowness.ts';

type Receiver = Relay['receivers'][number];

/** The relays of the account, each with what slows its mails down. */
export async function relayList(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const relays = await client.account.getRelays().orThrow();
  const body = html`${hint(say('Mails go through these servers, in this order. One that does not answer is left for the next one until it does.'))}
${relays.length === 0 ? empty(say('No relay takes mails of this account.')) : relays.map((relay) => relaySection(visit, relay))}`;
  const actions = linkButton(say('Sender domains'), '/console/delivery/domains');
  return respondPage(visit, { title: say('Delivery'), actions, body });
}

function relaySection(visit: Visit, relay: Relay): Content {
  const { say } = visit;
  const { name, state, until, reason, sent_today: sent, deferred_today: deferred, warm_up: warmUp } = relay;
  const next = until !== undefined && say('It is tried again from {time} on.', { time: localMinute(visit, until) });
  const about = facts([
    [
      say('State'),
      state === 'up'
        ? badge(say('Takes mails'), 'good')
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
    html`${about}<h3>${say('Receivers that asked for fewer mails')}</h3>${receiverTable(visit, relay)}`,
  );
}

function receiverTable(visit: Visit, { name, receivers }: Relay): Content {
  const { say } = visit;
  return table<Receiver>(
    say('Receivers that asked for fewer mails over {name}', { name }),
    [
      {
        title: say('Receiver and its words'),
        cell: ({ name: receiver, reason }) =>
          html`${receiver}${reason && html`<br><span class="soft">${reason}</span>`}`,
      },
      { title: say('Asked at'), cell: ({ asked }) => localMinute(visit, asked), kind: 'minor' },
      { title: say('Mails a minute'), cell: ({ per_minute }) => say.number(per_minute), kind: 'number' },
    ],
    receivers,
    say('None: mails go there as fast as the relay takes them.'),
  );
}

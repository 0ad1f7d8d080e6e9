import { badge, facts, number, section, share } from '../../components/figures.ts';
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
  const relays = await visit.client.account.getRelays().orThrow();
  const body = html`${hint('Mails go through these servers, in this order. One that does not answer is left for the next one until it does.')}
${relays.length === 0 ? empty('No relay takes mails of this account.') : relays.map((relay) => relaySection(visit, relay))}`;
  return respondPage(visit, { title: 'Delivery', body });
}

function relaySection(visit: Visit, relay: Relay): Content {
  const { name, state, until, reason, sent_today: sent, deferred_today: deferred, warm_up: warmUp } = relay;
  const next = until === undefined ? '' : ` It is tried again from ${localMinute(visit, until)} on.`;
  const about = facts([
    [
      'State',
      state === 'up'
        ? badge('Takes mails', 'good')
        : html`${badge('Does not answer', 'bad')} ${reason && `${reason}.`}${next}`,
    ],
    ['Limits', limitWords(relay)],
    ...(relay.dkim_key === undefined ? [] : ([['DKIM key', relay.dkim_key]] as const)),
    ...(warmUp ? ([['Warm-up', warmUpWords(warmUp)]] as const) : []),
    ...(sent === undefined
      ? []
      : ([
          [
            'Today',
            sent === 0 ? 'Nothing sent' : `${number(sent)} sent, ${share(deferred ?? 0, sent)} of them deferred`,
          ],
        ] as const)),
  ]);
  return section(name, html`${about}<h3>Receivers that asked for fewer mails</h3>${receiverTable(visit, relay)}`);
}

const receiverTable = (visit: Visit, { name, receivers }: Relay): Content =>
  table<Receiver>(
    `Receivers that asked for fewer mails over ${name}`,
    [
      {
        title: 'Receiver and its words',
        cell: ({ name: receiver, reason }) =>
          html`${receiver}${reason && html`<br><span class="soft">${reason}</span>`}`,
      },
      { title: 'Asked', cell: ({ asked }) => localMinute(visit, asked), kind: 'minor' },
      { title: 'Mails a minute', cell: ({ per_minute }) => number(per_minute), kind: 'number' },
    ],
    receivers,
    'None: mails go there as fast as the relay takes them.',
  );

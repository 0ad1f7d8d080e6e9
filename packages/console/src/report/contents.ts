import type { MailingReport } from '@mailwright/client';
import { figures, section } from '../components/figures.ts';
import { empty, hint } from '../components/notice.ts';
import { barPlot, shareBars } from '../components/plots.ts';
import { table } from '../components/tables.ts';
import { localMinute } from '../components/times.ts';
import { type Content, html } from '../html.ts';
import type { Say } from '../words.ts';
import { type Kind, kinds, moments } from './over-time.ts';
import { bounceReasons, devices, sayKnown, unsubscriptionReasons } from './reasons.ts';

/** Who reads the report, in which time zone. */
export interface Reader {
  say: Say;
  account: { timeZone: string };
}

/** What the team sees beside the figures that everybody sees. */
export interface Extras {
  /** Address of the mail with its clicks. */
  map: string;
  /** The usual share of people who opened or clicked. */
  usual?: Partial<Record<Kind, number>>;
  /** Files of a plot. */
  files?(kind: Kind): Content;
  /** Seconds after which the figures are read again while somebody looks at them. */
  refresh?: number | false;
  /** Links to the lists of people behind the figures. */
  people?: Content;
  /** Address of the list of people who clicked a link. */
  whoClicked?(linkId: number): string;
}

/** Links that are listed; files and the API have all of them. */
const mostLinks = 40;

/** The report of a mailing, for its team and for others: figures, times, links, clicks in the mail, devices and reasons. */
export function reportContents(reader: Reader, report: MailingReport, extras: Extras): Content {
  const { say } = reader;
  return html`<p class="soft">${say('Subject: {subject}', { subject: report.subject })}</p>${numbers(say, report, extras)}
${overTime(reader, report, extras)}
${links(say, report, extras)}
${
  report.has_mail &&
  section(
    say('Clicks in the mail'),
    html`<iframe class="map" title="${say('Clicks in the mail')}" src="${extras.map}" sandbox></iframe>`,
  )
}
<div class="two">${shares(
    say,
    say('Devices'),
    report.devices.map(({ name, contacts }) => ({ name: sayKnown(say, devices, name), contacts })),
  )}${shares(
    say,
    say('Mail apps'),
    report.programs.map(({ name, contacts }) => ({ name: name || say('Unknown'), contacts })),
  )}</div>
${bounces(say, report)}${shares(
  say,
  say('Why people unsubscribed'),
  report.unsubscription_reasons.map(({ reason, count }) => ({
    name: sayKnown(say, unsubscriptionReasons, reason),
    contacts: count,
  })),
)}`;
}

function numbers(say: Say, report: MailingReport, { usual = {}, people, refresh }: Extras): Content {
  const { recipients, opens, opens_unique, clicks, clicks_unique, bounces_unique, unsubscriptions, complaints } =
    report;
  const note = (kind: Kind, persons: number, times: number) =>
    usual[kind] === undefined
      ? say('{people, plural, one {# person} other {# people}}, {times, plural, one {# time} other {# times}}', {
          people: persons,
          times,
        })
      : say(
          '{people, plural, one {# person} other {# people}}, {times, plural, one {# time} other {# times}}, usually {rate}',
          { people: persons, times, rate: say.share(usual[kind], 1) },
        );
  const part = (contacts: number) => say.share(contacts, recipients);
  return html`<div id="figures"${refresh && html` data-refresh="${refresh}"`}>${figures([
    [say('Delivered mails'), say.number(recipients)],
    [say('Opened'), part(opens_unique), note('opens', opens_unique, opens)],
    [say('Clicked'), part(clicks_unique), note('clicks', clicks_unique, clicks)],
    [say('Bounced'), say.share(bounces_unique, recipients + bounces_unique), say.number(bounces_unique)],
    [say('Unsubscribed'), part(unsubscriptions - complaints), say.number(unsubscriptions - complaints)],
    [say('Complained'), part(complaints), say.number(complaints)],
  ])}${people}</div>${hint(say('Bots are left out. Anonymous people are counted but have no name.'))}${
    report.incomplete &&
    hint(
      say(
        'These figures include old events that are no longer stored one by one. The times, links, devices and reasons below cover only what is still stored, so their sums are lower.',
      ),
    )
  }`;
}

function overTime(reader: Reader, report: MailingReport, { files }: Extras): Content {
  const { say, account } = reader;
  if (report.moments.length === 0) return section(say('Over time'), empty(say('Nobody has opened it yet.')));
  const bars = moments(report);
  const plot = (kind: Kind) =>
    html`<div>${barPlot(
      say,
      say(kinds[kind]),
      bars.map((bar) => ({ label: localMinute(reader, bar.at), value: bar[kind] })),
    )}${files?.(kind)}</div>`;
  return section(
    say('Over time'),
    html`<div class="two">${plot('opens')}${plot('clicks')}</div>${hint(say('First opens and clicks of each person. Times are in the time zone {zone}.', { zone: account.timeZone }))}`,
  );
}

function links(say: Say, { links, recipients }: MailingReport, { whoClicked }: Extras): Content {
  const people = ({ link_id, contacts, label, url }: (typeof links)[number]) =>
    whoClicked && contacts > 0
      ? html`<a href="${whoClicked(link_id)}">${say.number(contacts)}<span class="unseen"> ${say('Who clicked {link}', { link: label || url })}</span></a>`
      : say.number(contacts);
  return section(
    say('Links'),
    html`${table(
      say('Links'),
      [
        {
          title: say('Link'),
          cell: ({ label, url }) => html`${label && html`${label}<br>`}<span class="soft">${url}</span>`,
        },
        { title: say('Clicks'), cell: ({ clicks }) => say.number(clicks), kind: 'number' },
        { title: say('People'), cell: people, kind: 'number' },
        { title: say('Share'), cell: ({ contacts }) => say.share(contacts, recipients), kind: 'minor number' },
      ],
      links.slice(0, mostLinks),
      say('The mail has no links that are counted.'),
    )}${links.length > mostLinks && hint(say('The {shown, number} links with most clicks of {all, number}.', { shown: mostLinks, all: links.length }))}`,
  );
}

function shares(say: Say, title: string, rows: readonly { name: string; contacts: number }[]): Content {
  if (rows.length === 0) return undefined;
  const all = rows.reduce((sum, { contacts }) => sum + contacts, 0);
  return section(
    title,
    shareBars(
      rows.map(({ name, contacts }) => ({
        label: name,
        value: contacts,
        text: `${say.number(contacts)} · ${say.share(contacts, all)}`,
      })),
    ),
  );
}

const bounces = (say: Say, { bounce_reasons }: MailingReport): Content =>
  bounce_reasons.length > 0 &&
  section(
    say('Why mails bounced'),
    table(
      say('Why mails bounced'),
      [
        { title: say('Reason'), cell: ({ reason }) => sayKnown(say, bounceReasons, reason) },
        { title: say('Permanent'), cell: ({ permanent }) => say.number(permanent), kind: 'number' },
        { title: say('Temporary'), cell: ({ transient }) => say.number(transient), kind: 'number' },
      ],
      bounce_reasons,
      undefined,
    ),
  );

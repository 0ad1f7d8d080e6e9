import { csvLine } from '@mailwright/server-runtime/web';
import { figures, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { empty, hint } from '../../components/notice.ts';
import { barPlot, plotPicture, shareBars } from '../../components/plots.ts';
import { localMinute, plainMinute } from '../../components/times.ts';
import { html } from '../../html.ts';
import { respondFile } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { words } from '../../words.ts';
import { bucketMillis } from './buckets.ts';
import { renderedSubject } from './rendered-subject.ts';
import { medianRate, readResults, resultTable } from './results.ts';

const buckets = 24;
/** Mailings that a report is compared with. */
const compared = 10;
const plots = { opens: words('People who opened'), clicks: words('People who clicked') } as const;
/** Items that are read to count links and complaints; larger reports say that they counted a part. */
const maxItems = 20_000;

/** The report of a mailing. */
export async function reportPage(visit: Visit): Promise<Response> {
  const { say } = visit;
  const report = await readReport(visit);
  const { name, subject, recipients, counts, hours, links } = report;
  const id = Number(visit.params.id);
  const others = (await readResults(visit.client, compared + 1)).filter((other) => other.id !== id).slice(0, compared);
  const own = `/console/mailings/${visit.params.id}`;
  const percent = (part: number) => say.share(part, recipients);
  const counted = (of: 'opens' | 'clicks', people: number, times: number) => {
    const rate = medianRate(others, of);
    return rate === undefined
      ? say('{people, plural, one {# person} other {# people}}, {times, plural, one {# time} other {# times}}', {
          people,
          times,
        })
      : say(
          '{people, plural, one {# person} other {# people}}, {times, plural, one {# time} other {# times}}, usually {rate}',
          { people, times, rate: say.share(rate, 1) },
        );
  };
  const plot = (kind: 'opens' | 'clicks') =>
    html`<div>${barPlot(
      say,
      say(plots[kind]),
      hours.map((hour) => ({ label: hour.label, value: hour[kind] })),
    )}<p class="row"><a href="${own}/report/${kind}.svg" aria-label="${say('{plot} as SVG', { plot: say(plots[kind]) })}">${say('SVG')}</a> <a hidden data-png="${kind}-${visit.params.id}.png" href="${own}/report/${kind}.svg" aria-label="${say('{plot} as PNG', { plot: say(plots[kind]) })}">${say('PNG')}</a> <a href="${own}/report/${kind}.csv" aria-label="${say('{plot} as CSV', { plot: say(plots[kind]) })}">${say('CSV')}</a></p></div>`;
  const body = html`<p class="soft">${say('Subject: {subject}', { subject })}</p>${figures([
    [say('Delivered mails'), say.number(recipients)],
    [say('Opened'), percent(counts.uniqueOpens), counted('opens', counts.uniqueOpens, counts.opens)],
    [say('Clicked'), percent(counts.uniqueClicks), counted('clicks', counts.uniqueClicks, counts.clicks)],
    [say('Bounced'), say.share(counts.bounces, recipients + counts.bounces), say.number(counts.bounces)],
    [say('Unsubscriptions'), percent(counts.unsubscribed), say.number(counts.unsubscribed)],
    [say('Complaints'), percent(counts.complaints), say.number(counts.complaints)],
  ])}${hint(say('Opens and clicks of machines, such as mail filters, do not count; anonymous ones count in the numbers of times.'))}
${
  hours.length === 0
    ? section(say('Over time'), empty(say('No mail was delivered yet.')))
    : section(
        say('Over time'),
        html`<div class="two">${plot('opens')}${plot('clicks')}</div>${hint(say('Times are in the time zone {zone}.', { zone: visit.account.timeZone }))}`,
      )
}
${section(say('Links'), links.length === 0 ? empty(say('Nobody has clicked a link yet.')) : shareBars(links.map(({ url, clicks }) => ({ label: url, value: clicks, text: say('{count, plural, one {# click} other {# clicks}}', { count: clicks }) }))))}
${section(say('Other mailings'), html`${resultTable(say, say('Other mailings'), others, say('No other mailing was sent yet.'))}${hint(say('The ten that were sent last. “Usually” above is their median. Those who left are unsubscriptions and complaints together.'))}`)}`;
  const parent = { label: name, path: own };
  const actions = html`${linkButton(say('CSV'), `${own}/report.csv`)}`;
  return respondPage(visit, { title: say('Report of {name}', { name }), parent, actions, body });
}

/** One plot of a report as a picture. */
export async function reportPlot(visit: Visit): Promise<Response> {
  const kind = plotOf(visit);
  const { name, hours } = await readReport(visit);
  const bars = hours.map((hour) => ({ label: hour.label, value: hour[kind] }));
  const svg = String(plotPicture(visit.say, `${visit.say(plots[kind])}: ${name}`, bars));
  return respondFile(`${kind}-${visit.params.id}-${name}.svg`, 'image/svg+xml', svg);
}

/** The numbers of one plot of a report. */
export async function plotFile(visit: Visit): Promise<Response> {
  const kind = plotOf(visit);
  const { name, hours } = await readReport(visit);
  const rows = hours.map((hour) => [hour.time, hour[kind]]);
  const text = csv([[`from (${visit.account.timeZone})`, `people_${kind}`], ...rows]);
  return respondFile(`${kind}-${visit.params.id}-${name}.csv`, 'text/csv; charset=utf-8', text);
}

const csv = (rows: readonly (readonly (string | number)[])[]): string => rows.map(csvLine).join('');

const plotOf = ({ path }: Visit) => (path.includes('/clicks.') ? 'clicks' : 'opens');

/** The numbers of a report as a file for spreadsheets. */
export async function reportFile(visit: Visit): Promise<Response> {
  const { name, subject, recipients, counts, hours, links } = await readReport(visit);
  const rows: (string | number)[][] = [
    ['name', name],
    ['subject', subject],
    ['delivered', recipients],
    ['people_who_opened', counts.uniqueOpens],
    ['opens', counts.opens],
    ['people_who_clicked', counts.uniqueClicks],
    ['clicks', counts.clicks],
    ['bounced', counts.bounces],
    ['unsubscribed', counts.unsubscribed],
    ['complaints', counts.complaints],
    [],
    [`from (${visit.account.timeZone})`, 'people_who_opened', 'people_who_clicked'],
    ...hours.map(({ time, opens, clicks }) => [time, opens, clicks]),
    [],
    ['link', 'clicks'],
    ...links.map(({ url, clicks }) => [url, clicks]),
  ];
  return respondFile(`report-${visit.params.id}-${name}.csv`, 'text/csv; charset=utf-8', csv(rows));
}

async function readReport(visit: Visit) {
  const { client, params } = visit;
  const mailingid = Number(params.id);
  const of = { mailing_id: [mailingid] };
  const { reportCounts: count, reports, mailings } = client;
  const [name, subject, recipients, opens, uniqueOpens, clicks, uniqueClicks, bounces, left, first, urls, complaints] =
    await Promise.all([
      mailings.getName({ mailingid }).orThrow(),
      mailings.getSubject({ mailingid }).orThrow(),
      count.recipients(of).orThrow(),
      count.opens(of).orThrow(),
      count.uniqueOpens(of).orThrow(),
      count.clicks(of).orThrow(),
      count.uniqueClicks(of).orThrow(),
      count.uniqueBounces(of).orThrow(),
      count.unsubscriptions(of).orThrow(),
      reports.listRecipients({ ...of, page_size: 1 }).orThrow(),
      reports.listClicks.all({ ...of, page_size: 1000 }).toArray({ limit: maxItems }),
      reports.listUnsubscriptions.all({ ...of, page_size: 1000 }).toArray({ limit: maxItems }),
    ]);
  const complained = complaints.filter(({ source }) => source === 'complaint').length;
  const counts = {
    opens,
    uniqueOpens,
    clicks,
    uniqueClicks,
    bounces,
    unsubscribed: left - complained,
    complaints: complained,
  };
  const start = first.items[0]?.timestamp;
  const hours = start === undefined ? [] : await readHours(visit, mailingid, Date.parse(`${start.replace(' ', 'T')}Z`));
  const shown = await renderedSubject(client, mailingid, subject);
  return { name, subject: shown, recipients, counts, hours, links: countLinks(urls.map(({ link_url }) => link_url)) };
}

/** Opens and clicks from the first delivery on; each bar stands for the same time. */
async function readHours(visit: Visit, mailing: number, start: number) {
  const { client } = visit;
  const step = bucketMillis(Date.now() - start, buckets);
  const begin = Math.floor(start / step) * step;
  const starts = Array.from({ length: buckets }, (_, index) => begin + index * step).filter(
    (each) => each <= Date.now(),
  );
  return Promise.all(
    starts.map(async (from_date) => {
      const within = { mailing_id: [mailing], from_date, to_date: from_date + step - 1 };
      const [opens, clicks] = await Promise.all([
        client.reportCounts.uniqueOpens(within).orThrow(),
        client.reportCounts.uniqueClicks(within).orThrow(),
      ]);
      return {
        label: localMinute(visit, from_date),
        time: plainMinute(visit.account.timeZone, from_date),
        opens,
        clicks,
      };
    }),
  );
}

function countLinks(urls: readonly string[]): { url: string; clicks: number }[] {
  const counts = new Map<string, number>();
  for (const url of urls) counts.set(url, (counts.get(url) ?? 0) + 1);
  return [...counts].map(([url, clicks]) => ({ url, clicks })).sort((one, other) => other.clicks - one.clicks);
}

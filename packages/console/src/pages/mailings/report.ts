import type { MailingReport } from '@mailwright/client';
import { csvLine } from '@mailwright/server-runtime/web';
import { section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { hint } from '../../components/notice.ts';
import { plotPicture } from '../../components/plots.ts';
import { localMinute, plainMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { reportContents } from '../../report/contents.ts';
import { type Kind, kinds, moments } from '../../report/over-time.ts';
import { respondFile, respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { isUnderWay } from '../mailing-states.ts';
import { progressOf } from '../running.ts';
import { sayLeftOut } from './left-out.ts';
import { peopleLinks } from './report-people.ts';
import { resendButton } from './resend.ts';
import { medianRate, type Results, readResults, resultTable } from './results.ts';
import { sharePart } from './share-part.ts';

/** Mailings that a report is compared with. */
const compared = 10;
/** Seconds between two looks at a mailing that is being sent. */
const refresh = 10;

/** The report of a mailing for its team. */
export const reportPage = (visit: Visit): Promise<Response> => showReport(visit);

export async function showReport(visit: Visit, message?: Content): Promise<Response> {
  const { say, client, params } = visit;
  const id = Number(params.id);
  const [report, all, url] = await Promise.all([
    readReport(visit),
    readResults(client, compared + 1),
    client.mailings.getReportUrl({ mailingid: id }),
  ]);
  const others = all.filter((other) => other.id !== id).slice(0, compared);
  const own = `/console/mailings/${id}`;
  const running = isUnderWay(report.state);
  const progress = running && progressOf(say, (await client.account.getStatus().orThrow()).sendouts, id);
  const contents = reportContents(visit, report, {
    map: `${own}/report/map`,
    usual: usualRates(others),
    files: (kind) => plotFiles(visit, own, kind),
    refresh: running && refresh,
    people: peopleLinks(visit, own, report),
    whoClicked: (link) => `${own}/report/clicked?link=${link}`,
  });
  const body = html`${message}${progress && section(say('Progress'), progress, { id: 'progress', refresh })}
${contents}
${section(say('Not sent to'), await notSentTo(visit, report), { id: 'left-out' })}
${section(say('Share this report'), sharePart(visit, own, url.ok ? url.data : undefined, report.url_ends), { id: 'share' })}
${section(say('Other mailings'), html`${resultTable(say, say('Other mailings'), others, say('No other mailing was sent yet.'))}${others.length > 0 && hint(say('The ten that were sent last. “Usually” above is their median. Opt-outs are contacts who unsubscribed or complained.'))}`)}`;
  const parent = { label: report.name, path: own };
  const actions = html`${report.resend_of === undefined && report.resent_by === undefined && resendButton(visit, id, report.state)}${linkButton(say('CSV'), `${own}/report.csv`)}`;
  const title = say('Report of {name}', { name: report.name });
  return respondPage(visit, { title, parent, actions, body }, message === undefined ? 200 : 400);
}

/** Who did not get the mailing, and which mailing it sends again or is sent again by. */
async function notSentTo({ client, say }: Visit, { left_out, resend_of, resent_by }: MailingReport): Promise<Content> {
  const link = async (mailingid: number) => {
    const name = await client.mailings.getName({ mailingid }).orThrow();
    return html`<a href="/console/mailings/${mailingid}/report">${name}</a>`;
  };
  const reasons = sayLeftOut(say, left_out);
  return html`${reasons.length > 0 && html`<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}${resend_of !== undefined && html`<p>${say.rich('This mailing was for those who did not open {mailing}.', { mailing: await link(resend_of) })}</p>`}${resent_by !== undefined && html`<p>${say.rich('Those who did not open it get {mailing}.', { mailing: await link(resent_by) })}</p>`}`;
}

const readReport = ({ client, params }: Visit): Promise<MailingReport> =>
  client.reports.getMailing({ mailingid: Number(params.id) }).orThrow();

function usualRates(others: readonly Results[]): Partial<Record<Kind, number>> {
  const [opens, clicks] = [medianRate(others, 'opens'), medianRate(others, 'clicks')];
  return { ...(opens !== undefined && { opens }), ...(clicks !== undefined && { clicks }) };
}

const plotFiles = ({ say, params }: Visit, own: string, kind: Kind): Content => {
  const plot = say(kinds[kind]);
  return html`<p class="row"><a href="${own}/report/${kind}.svg" aria-label="${say('{plot} as SVG', { plot })}">${say('SVG')}</a> <a hidden data-png="${kind}-${params.id}.png" href="${own}/report/${kind}.svg" aria-label="${say('{plot} as PNG', { plot })}">${say('PNG')}</a> <a href="${own}/report/${kind}.csv" aria-label="${say('{plot} as CSV', { plot })}">${say('CSV')}</a></p>`;
};

/** The mail with the clicks at each of its links. */
export async function reportMap({ client, params }: Visit): Promise<Response> {
  return respondForeign(await client.reports.getClickMap({ mailingid: Number(params.id) }).orThrow());
}

const plotOf = ({ path }: Visit): Kind => (path.includes('/clicks.') ? 'clicks' : 'opens');

/** One plot of a report as a picture. */
export async function reportPlot(visit: Visit): Promise<Response> {
  const kind = plotOf(visit);
  const report = await readReport(visit);
  const bars = moments(report).map((moment) => ({ label: localMinute(visit, moment.at), value: moment[kind] }));
  const svg = String(plotPicture(visit.say, `${visit.say(kinds[kind])}: ${report.name}`, bars));
  return respondFile(`${kind}-${visit.params.id}-${report.name}.svg`, 'image/svg+xml', svg);
}

/** The numbers of one plot of a report. */
export async function plotFile(visit: Visit): Promise<Response> {
  const kind = plotOf(visit);
  const report = await readReport(visit);
  const { timeZone } = visit.account;
  const rows = moments(report).map((moment) => [plainMinute(timeZone, moment.at), moment[kind]]);
  const text = csv([[`from (${timeZone})`, `people_${kind}`], ...rows]);
  return respondFile(`${kind}-${visit.params.id}-${report.name}.csv`, 'text/csv; charset=utf-8', text);
}

const csv = (rows: readonly (readonly (string | number)[])[]): string => rows.map(csvLine).join('');

/** The numbers of a report as a file for spreadsheets. */
export async function reportFile(visit: Visit): Promise<Response> {
  const report = await readReport(visit);
  const { timeZone } = visit.account;
  const rows: (string | number)[][] = [
    ['name', report.name],
    ['subject', report.subject],
    ['delivered', report.recipients],
    ['people_who_opened', report.opens_unique],
    ['opens', report.opens],
    ['people_who_clicked', report.clicks_unique],
    ['clicks', report.clicks],
    ['bounced', report.bounces_unique],
    ['unsubscribed', report.unsubscriptions - report.complaints],
    ['complaints', report.complaints],
    ...report.left_out.map(({ reason, contacts }) => [`left_out_${reason}`, contacts]),
    ...(report.resend_of === undefined ? [] : [['resend_of', report.resend_of]]),
    ...(report.resent_by === undefined ? [] : [['resent_by', report.resent_by]]),
    [],
    [`from (${timeZone})`, 'people_who_opened', 'people_who_clicked'],
    ...moments(report).map(({ at, opens, clicks }) => [plainMinute(timeZone, at), opens, clicks]),
    [],
    ['link', 'clicks', 'people'],
    ...report.links.map(({ url, clicks, contacts }) => [url, clicks, contacts]),
    [],
    ['device', 'people'],
    ...report.devices.map(({ name, contacts }) => [name, contacts]),
  ];
  return respondFile(`report-${visit.params.id}-${report.name}.csv`, 'text/csv; charset=utf-8', csv(rows));
}

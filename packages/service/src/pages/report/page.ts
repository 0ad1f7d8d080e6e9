import { document } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Language } from '../../platform/text/language.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { figures, number, share } from '../plots/figures.ts';
import { timelinePlot } from '../plots/timeline.ts';
import type { ReportPageData } from './read.ts';
import { words } from './words.ts';

/** Renders the printable report of a mailing; it contains no personal data. */
export function reportPage(report: ReportPageData, mailAddress: string, language: Language): string {
  const say = words[language];
  const { totals } = report;
  const { recipients, openings, uniqueOpenings, clicks, uniqueClicks, unsubscriptions } = totals;
  const by = (readers: number) => `${number(readers, language)} (${share(readers, recipients, language)})`;
  return document(
    `${say.report} · ${report.name}`,
    `<h1>${escapeHtml(report.name)}</h1><p class="soft">${say.subject}: ${escapeHtml(report.subject)}</p>
<section>${figures(
      [
        [say.recipients, recipients],
        [say.openers, by(uniqueOpenings)],
        [say.openings, openings],
        [say.clickers, by(uniqueClicks)],
        [say.clicks, clicks],
        [say.bounced, totals.bounces],
        [say.unsubscriptions, unsubscriptions],
      ],
      language,
    )}${totals.archived ? `<p class="soft">${say.archived}</p>` : ''}</section>
${timeline(report, language)}${links(report, language)}${map(report, mailAddress, language)}
${counts(say.devices, report.devices, (name) => say.device[name] ?? name, language)}
${counts(say.programs, report.programs, (name) => (name === '' ? say.unknown : name), language)}
${bounces(report, language)}`,
    language,
  );
}

function timeline({ timeline }: ReportPageData, language: Language): string {
  const { timeline: title, legend, nothing } = words[language];
  if (timeline.moments.length === 0) return `<section><h2>${title}</h2><p>${nothing}</p></section>`;
  const told = (at: Date) => formatSqlDateTime(at).slice(0, 16);
  const plot = timelinePlot(title, timeline.step, timeline.moments, told);
  return `<section><h2>${title}</h2>${plot}<p class="soft">${legend}</p></section>`;
}

/** Links that are listed, those with most clicks; `totals.json` and the API list all of them. */
const mostLinks = 200;

function links({ links, totals }: ReportPageData, language: Language): string {
  if (links.length === 0) return '';
  const say = words[language];
  const rows = links
    .slice(0, mostLinks)
    .map(
      ({ label, url, clicks, readers }) =>
        `<tr><td class="address">${label === '' ? '' : `${escapeHtml(label)}<br>`}<span class="soft">${escapeHtml(url)}</span></td><td class="number">${number(clicks, language)}</td><td class="number">${number(readers, language)}</td><td class="number">${share(readers, totals.recipients, language)}</td></tr>`,
    );
  return `<section><h2>${say.links}</h2><div class="wide" tabindex="0"><table><thead><tr><th>${say.link}</th><th class="number">${say.clicks}</th><th class="number">${say.readers}</th><th class="number">%</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>${links.length > mostLinks ? `<p class="soft">${say.onlyMost({ shown: number(mostLinks, language), all: number(links.length, language) })}</p>` : ''}</section>`;
}

function map({ hasMail }: ReportPageData, address: string, language: Language): string {
  if (!hasMail) return '';
  const { map: title } = words[language];
  return `<section><h2>${title}</h2><iframe title="${title}" sandbox="" src="${address}"></iframe></section>`;
}

function bounces({ bounces }: ReportPageData, language: Language): string {
  if (bounces.length === 0) return '';
  const say = words[language];
  const rows = bounces.map(
    ({ reason, permanent, transient }) =>
      `<tr><td>${say.bounce[reason]}</td><td class="number">${number(permanent, language)}</td><td class="number">${number(transient, language)}</td></tr>`,
  );
  return `<section><h2>${say.bounces}</h2><table><thead><tr><th>${say.why}</th><th class="number">${say.permanent}</th><th class="number">${say.transient}</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function counts(
  title: string,
  rows: readonly { name: string; readers: number }[],
  told: (name: string) => string,
  language: Language,
): string {
  if (rows.length === 0) return '';
  const total = rows.reduce((sum, { readers }) => sum + readers, 0);
  const row = ({ name, readers }: { name: string; readers: number }) =>
    `<tr><td>${escapeHtml(told(name))}</td><td class="number">${number(readers, language)}</td><td class="number">${share(readers, total, language)}</td></tr>`;
  return `<section><h2>${title}</h2><table><tbody>${rows.map(row).join('')}</tbody></table></section>`;
}

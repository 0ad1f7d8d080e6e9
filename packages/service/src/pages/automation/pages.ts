import type { Program, RunListing, VersionInUse } from '../../events/index.ts';
import { page } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { number } from '../plots/figures.ts';
import { drawProgram } from './drawing.ts';
import { drawnSteps, type Names, wordsOf } from './words.ts';

/** The automation programs of an account. */
export function programsPage(programs: readonly Program[]): string {
  const rows = programs.map(
    ({ id, name, state, active_runs }) =>
      `<tr><td class="address"><a href="/automation/${id}">${escapeHtml(name)}</a></td><td>${state}</td><td class="number">${number(active_runs)}</td></tr>`,
  );
  const none =
    '<p class="soft">No programs yet. Create one with <code>POST /1.0/marketing-automation</code> (<a href="/docs">documentation</a>).</p>';
  const table = `<div class="wide"><table><thead><tr><th>Program</th><th>State</th><th class="number">Active contacts</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return page(
    'Automation',
    `<p><a href="/">← Overview</a></p><h1>Automation programs</h1>${rows.length === 0 ? none : table}`,
  );
}

/** A program as a drawing with how many contacts stand where, and its last runs; contacts by their ids alone. */
export function programPage(
  { name, state, version, active_runs }: Program,
  standings: readonly VersionInUse[],
  runs: readonly RunListing[],
  names: Names,
): string {
  const drawings = standings.map((standing) => {
    const steps = drawnSteps(standing.steps, standing.contacts, names);
    const title = `Version ${standing.version} of ${name}`;
    const heading =
      standing.version === version ? '' : `<h2>Version ${standing.version}, used by contacts who started earlier</h2>`;
    return `<section>${heading}${drawProgram(title, steps)}</section>`;
  });
  return page(
    name,
    `<p><a href="/automation">← Automation programs</a></p><h1>${escapeHtml(name)}</h1>
<p class="soft">${state}, version ${version}; ${number(active_runs)} ${active_runs === 1 ? 'active contact' : 'active contacts'}.</p>
${drawings.join('')}${runTable(runs, standings, names)}`,
  );
}

function runTable(runs: readonly RunListing[], standings: readonly VersionInUse[], names: Names): string {
  if (runs.length === 0) return '';
  const stepOf = ({ version, step, ended_at }: RunListing) => {
    const next = standings.find((standing) => standing.version === version)?.steps[step];
    return ended_at !== null || next === undefined ? '' : escapeHtml(wordsOf(next, names));
  };
  const rows = runs.map(
    (run) =>
      `<tr><td>${run.contact_id}</td><td>${formatSqlDateTime(run.started_at)}</td><td class="number">${run.taken}</td><td>${stepOf(run)}</td><td>${formatSqlDateTime(run.ended_at ?? run.due_at)}${run.ended_at === null ? '' : ' (ended)'}</td></tr>`,
  );
  return `<section><h2>Latest runs</h2><p class="soft">Newest first. Times are in UTC.</p><div class="wide" tabindex="0" role="region" aria-label="Latest runs"><table><thead><tr><th>Contact</th><th>Began</th><th class="number">Steps taken</th><th>Next</th><th>Due</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

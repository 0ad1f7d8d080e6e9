import { type Content, type Html, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import { empty } from './notice.ts';

export interface Column<Row> {
  title: Content;
  cell(row: Row): Content;
  /** Numbers stand at the right; minor columns are hidden on narrow screens; whole ones do not break. */
  kind?: 'number' | 'minor' | 'minor number' | 'whole' | 'minor whole';
}

/** A table; `none` is shown instead if there are no rows. */
export function table<Row>(label: string, columns: readonly Column<Row>[], rows: readonly Row[], none: Content): Html {
  if (rows.length === 0) return empty(none);
  const head = columns.map(({ title, kind = '' }) => html`<th scope="col" class="${kind}">${title}</th>`);
  const line = (row: Row) =>
    html`<tr>${columns.map(({ cell, kind = '' }) => html`<td class="${kind}">${cell(row)}</td>`)}</tr>`;
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.map(line)}</tbody></table></div>`;
}

/** Links to the pages of a list. */
export function pager({ say, path, query }: Visit, page: number, pages: number): Content {
  if (pages <= 1) return undefined;
  const to = (target: number, label: string) => {
    const values = new URLSearchParams([...query].filter(([name]) => name !== 'page' && name !== 'done'));
    values.set('page', String(target));
    return html`<a class="button quiet" href="${path}?${values.toString()}">${label}</a>`;
  };
  return html`<nav class="pager" aria-label="${say('Pages')}">${page > 1 && to(page - 1, say('Previous'))}<span class="soft">${say('Page {page, number} of {pages, number}', { page, pages })}</span>${page < pages && to(page + 1, say('Next'))}</nav>`;
}

/** Page that the address asks for; the first by default. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

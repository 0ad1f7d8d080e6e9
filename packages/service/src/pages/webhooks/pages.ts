import type { LastDelivery } from '../../events/index.ts';
import { page } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';

/** The last events of webhooks; contacts are not named. */
export function deliveriesPage(deliveries: readonly LastDelivery[]): string {
  const none =
    '<p class="soft">No events yet. Configure webhooks with <code>POST /1.0/webhooks</code> (<a href="/docs">documentation</a>).</p>';
  return page(
    'Webhooks',
    `<p><a href="/">← Overview</a></p><h1>Latest webhook deliveries</h1>${deliveries.length === 0 ? none : table(deliveries)}`,
  );
}

const number = 'class="number"';

function table(deliveries: readonly LastDelivery[]): string {
  return `<p class="soft">Newest first. Times are in UTC.</p><div class="wide" tabindex="0" role="region" aria-label="Deliveries"><table>
<thead><tr><th>Time</th><th>Event</th><th>To</th><th>Result</th><th ${number}>Attempts</th><th>Next try</th></tr></thead>
<tbody>${deliveries.map(row).join('')}</tbody></table></div>`;
}

function row(delivery: LastDelivery): string {
  const { created_at, type, url, attempts, next_attempt_at } = delivery;
  const next = next_attempt_at === null ? '' : formatSqlDateTime(next_attempt_at);
  return `<tr><td>${formatSqlDateTime(created_at)}</td><td>${escapeHtml(type)}</td><td>${escapeHtml(new URL(url).host)}</td><td>${result(delivery)}</td><td ${number}>${attempts}</td><td>${next}</td></tr>`;
}

/** Describes the state of an event for troubleshooting. */
export function result({
  status,
  attempts,
  next_attempt_at,
}: Pick<LastDelivery, 'status' | 'attempts' | 'next_attempt_at'>): string {
  if (attempts === 0) return next_attempt_at === null ? 'not sent' : 'waiting';
  if (status !== null && status >= 200 && status < 300) return `${status}`;
  const answer = status === null ? 'no answer' : `${status}`;
  return next_attempt_at === null ? `<b>${answer}, given up</b>` : `<b>${answer}</b>`;
}

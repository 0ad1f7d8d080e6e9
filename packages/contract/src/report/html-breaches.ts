import { listed } from './group.ts';
import type { Breach } from './report.ts';
import { escaped } from './xml.ts';

/** A card for each thing that is wrong, with the operations where it is, and one exchange that shows it. */
export function breachList(breaches: Breach[]): string {
  const alike = Map.groupBy(breaches, ({ rule, message }) => JSON.stringify([rule, message]));
  const cards = [...alike.values()].sort((one, other) => other.length - one.length).map(card);
  return cards.length === 0 ? '' : `<ul>${cards.join('\n')}</ul>`;
}

function card(all: Breach[]): string {
  const [{ rule, message }] = all as [Breach];
  const shown = all.find(({ request }) => request !== undefined);
  const byOperation = [...Map.groupBy(all, ({ operation = 'outside of the description' }) => operation)];
  const rows = byOperation.map(
    ([operation, these]) =>
      `<b>${escaped(operation)}</b> <small>${escaped(listed(these.map(({ about }) => about)))}</small>`,
  );
  const [first, ...others] = rows;
  const more =
    others.length > 0
      ? `<details class="more"><summary>and ${others.length} more ${others.length === 1 ? 'operation' : 'operations'}</summary>${others.map((row) => `<p>${row}</p>`).join('')}</details>`
      : '';
  const exchange = shown
    ? `<details><summary>request and response</summary><div class="exchange">${pre('Request', shown.request)}${pre('Response', shown.response)}</div></details>`
    : '';
  return `<li><p class="message"><code>${rule}</code> ${escaped(message)}</p><p>${first}</p>${more}${exchange}</li>`;
}

const pre = (title: string, text = '') =>
  `<figure><figcaption>${title}</figcaption><pre>${escaped(text)}</pre></figure>`;

import { escapeHtml } from '../../platform/text/escape.ts';

/** Numbers side by side, each with what it counts. */
export function figures(pairs: readonly (readonly [label: string, value: number | string])[], locale = 'en'): string {
  const cell = ([label, value]: readonly [string, number | string]) =>
    `<div><b>${typeof value === 'number' ? number(value, locale) : escapeHtml(value)}</b><span class="soft">${escapeHtml(label)}</span></div>`;
  return `<div class="figures">${pairs.map(cell).join('')}</div>`;
}

export const number = (value: number, locale = 'en') => value.toLocaleString(locale);

/** A part in per cent; a dash where there is no whole. */
export function share(part: number, whole: number, locale = 'en'): string {
  if (whole === 0) return '–';
  return (part / whole).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
}

import { type Content, type Html, html } from '../html.ts';

/** Numbers side by side, each with what it counts, and a note. */
export const figures = (pairs: readonly (readonly [label: string, value: Content, note?: Content])[]): Html =>
  html`<dl class="figures">${pairs.map(([label, value, note]) => html`<div><dt>${label}${note && html`<small>${note}</small>`}</dt><dd>${value}</dd></div>`)}</dl>`;

/** A word about a state, with a colour. */
export const badge = (text: string, kind: 'plain' | 'good' | 'bad' | 'busy' = 'plain'): Html =>
  html`<span class="badge ${kind}">${text}</span>`;

/** A part of a page; nothing without contents, as where a person may not use its form. With `refresh`, the script of the console reads it again after so many seconds. */
export const section = (
  title: string,
  content: Content,
  { id, refresh }: { id?: string; refresh?: number | false } = {},
) =>
  String(html`${content}`).trim() !== '' &&
  html`<section${id && html` id="${id}"`}${refresh && html` data-refresh="${refresh}"`}><h2>${title}</h2>${content}</section>`;

/** Facts as a list of names and values. */
export const facts = (pairs: readonly (readonly [label: string, value: Content])[]): Html =>
  html`<dl class="facts">${pairs.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;

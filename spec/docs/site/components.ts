import { markdown } from './markdown.ts';

export const escapeHtml = markdown.utils.escapeHtml;

interface Tab {
  title: string;
  html: string;
}

/** Panels of which one is shown; radio buttons switch them, without JavaScript. `name` is unique within its page. */
export function tabs(name: string, label: string, all: Tab[]): string {
  const choices = all.map(
    ({ title }, index) =>
      `<input type="radio" name="${name}" id="${name}-${index}" value="${escapeHtml(title)}"${index === 0 ? ' checked' : ''}><label for="${name}-${index}">${escapeHtml(title)}</label>`,
  );
  const panels = all.map(({ html }) => `<div class="panel">${html}</div>`);
  return `<fieldset class="tabs"><legend>${escapeHtml(label)}</legend>${choices.join('')}${panels.join('')}</fieldset>`;
}

/** The method and path of an operation. */
export function addressHtml(method: string, path: string): string {
  return `<b class="method ${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code>`;
}

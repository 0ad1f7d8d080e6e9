import { type Content, type Html, html } from '../html.ts';
import { script, style } from '../web/assets.ts';
import { respond } from '../web/respond.ts';
import type { Link, Visit } from '../web/routes.ts';
import { type Say, words } from '../words.ts';
import { editorScripts } from './editor.ts';
import { postForm } from './forms.ts';
import { notice } from './notice.ts';

/** An envelope, in the page itself so that nothing is fetched. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect y="4" width="32" height="24" rx="4" fill="#1f5fbf"/><path d="M5 10l11 8 11-8" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`;

const brand = html`<svg class="brand" viewBox="0 0 32 32" aria-hidden="true"><rect y="4" width="32" height="24" rx="5"/><path d="M6 10l10 8 10-8"/></svg>`;

/** Pages of the navigation; a page belongs to the entry whose path it begins with. */
const entries: readonly Link[] = [
  { label: words('Overview'), path: '/console' },
  { label: words('Contacts'), path: '/console/contacts' },
  { label: words('Import'), path: '/console/imports' },
  { label: words('Segments'), path: '/console/segments' },
  { label: words('Suppression'), path: '/console/suppression' },
  { label: words('Mailings'), path: '/console/mailings' },
  { label: words('Templates'), path: '/console/templates' },
  { label: words('Images'), path: '/console/images' },
  { label: words('Automation'), path: '/console/automation' },
  { label: words('Sign-up forms'), path: '/console/forms' },
  { label: words('Delivery'), path: '/console/delivery' },
  { label: words('Webhooks'), path: '/console/webhooks' },
  { label: words('People'), path: '/console/people' },
  { label: words('API keys'), path: '/console/keys' },
  { label: words('Profile'), path: '/console/profile' },
  { label: words('Settings'), path: '/console/settings' },
];

interface PageContents {
  title: string;
  /** Buttons beside the title of the page. */
  actions?: Content;
  /** Page that this one belongs to. */
  parent?: { label: string; path: string } | undefined;
  body: Content;
  /** Whether the page has an editor of contents, whose script is larger than all others. */
  editor?: boolean;
}

/** A page of somebody who has signed in. */
function layout(visit: Visit, { title, actions, parent, body, editor = false }: PageContents): Html {
  const { say } = visit;
  const link = ({ label, path }: Link) =>
    html`<li><a href="${path}"${isCurrent(path, visit.path) && html` aria-current="page"`}>${say(label)}</a></li>`;
  const all = [...entries, ...(visit.development ? [{ label: words('Components'), path: '/console/components' }] : [])];
  const navigation = html`<nav aria-label="${say('Main navigation')}"><ul>${all.map(link)}</ul>
${visit.links.length > 0 && html`<ul class="beside">${visit.links.map(link)}</ul>`}</nav>`;
  return document(
    say,
    `${title} · ${visit.account.name}`,
    html`<a class="skip" href="#content">${say('Skip to the content')}</a>
<div class="frame"><header class="side"><a class="home" href="/console">${brand}<span>${visit.account.name}</span></a>
${visit.self?.demandedBy === undefined && navigation}
${postForm(visit, '/console/sign-out', html`<button class="quiet">${say('Sign out')}</button>`, { className: 'out' })}</header>
<main id="content" tabindex="-1">${parent && html`<p class="up"><a href="${parent.path}">${parent.label}</a></p>`}
<div class="title"><h1>${title}</h1>${actions && html`<div class="actions">${actions}</div>`}</div>
${notice(visit)}${body}</main></div>`,
    editor && editorScripts(say),
  );
}

export const respondPage = (visit: Visit, contents: PageContents, status = 200) =>
  respond(layout(visit, contents), status);

/** A page with one message for people who cannot be shown another one. */
export function faultPage(say: Say, message: string): Html {
  return document(
    say,
    say('Not possible'),
    html`<main class="alone"><h1>${say('This did not work')}</h1><p role="alert">${message}</p><p><a href="/console">${say('Go to the overview')}</a></p></main>`,
  );
}

export function document(say: Say, title: string, body: Html, scripts?: Content): Html {
  return html`<!DOCTYPE html><html lang="${say.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="${icon}"><link rel="stylesheet" href="${style.path}"><script src="${script.path}" data-copy="${say('Copy')}" data-copied="${say('Copied')}" defer></script>${scripts}</head><body>${body}</body></html>`;
}

const isCurrent = (path: string, current: string) =>
  path === '/console' ? current === path : current === path || current.startsWith(`${path}/`);

import { type Content, type Html, html, styleElement } from '../html.ts';
import { script, style } from '../web/assets.ts';
import { respond } from '../web/respond.ts';
import type { Visit } from '../web/routes.ts';
import type { Say } from '../words.ts';
import { editorScripts } from './editor.ts';
import { navigation, signOut } from './navigation.ts';
import { notice } from './notice.ts';
import { withheldNote } from './refusals.ts';

/** An envelope, in the page itself so that nothing is fetched. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect y="4" width="32" height="24" rx="4" fill="#1f5fbf"/><path d="M5 10l11 8 11-8" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`;

const brand = html`<svg class="brand" viewBox="0 0 32 32" aria-hidden="true"><rect y="4" width="32" height="24" rx="5"/><path d="M6 10l10 8 10-8"/></svg>`;

interface PageContents {
  title: string;
  /** Buttons beside the title of the page. */
  actions?: Content;
  /** Page that this one belongs to. */
  parent?: { label: string; path: string } | undefined;
  body: Content;
  /** Whether the page has an editor of contents, whose script is larger than all others. */
  editor?: boolean;
  /** Style and script that only this page has. */
  files?: Content;
}

/** A page of somebody who has signed in. */
function layout(visit: Visit, { title, actions, parent, body, editor = false, files }: PageContents): Html {
  const { say } = visit;
  return document(
    say,
    `${title} · ${visit.account.name}`,
    html`<a class="skip" href="#content">${say('Skip to the content')}</a>
<div class="frame"><header class="side"><a class="home" href="/console">${brand}<span>${visit.account.name}</span></a>
${visit.self?.demandedBy === undefined ? navigation(visit) : signOut(visit)}</header>
<main id="content" tabindex="-1">${parent && html`<p class="up"><a href="${parent.path}">${parent.label}</a></p>`}
<div class="title"><h1>${title}</h1>${actions && html`<div class="actions">${actions}</div>`}</div>
${notice(visit)}${withheldNote(visit)}${body}</main></div>`,
    editor ? editorScripts(say) : files,
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
  const files = html`<link rel="stylesheet" href="${style.path}"><script src="${script.path}" data-copy="${say('Copy')}" data-copied="${say('Copied')}" defer></script>${scripts}`;
  return documentWith(say, title, files, body);
}

/** A page without scripts that needs no other file, as for people to whom the console is closed. */
export const completeDocument = (say: Say, title: string, body: Html): Html =>
  documentWith(say, title, styleElement(style.content.toString('utf8')), body);

const documentWith = (say: Say, title: string, head: Html, body: Html): Html =>
  html`<!DOCTYPE html><html lang="${say.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="${icon}">${head}</head><body>${body}</body></html>`;

import { type Content, type Html, html } from '../html.ts';
import type { Link, NavigationGroup, Visit } from '../web/routes.ts';
import { type Words, words } from '../words.ts';
import { postForm } from './forms.ts';

interface Group {
  /** Absent if the group has one page, which says it. */
  label?: Words;
  /** Drawing in a square of 24, in lines. */
  icon: Html;
  links: readonly Link[];
}

const groups: Record<NavigationGroup, Group> = {
  overview: {
    icon: html`<path d="M3 11l9-8 9 8v9a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z"/>`,
    links: [{ label: words('Overview'), path: '/console' }],
  },
  mailings: {
    label: words('Write and send'),
    icon: html`<rect x="3" y="5" width="18" height="14" rx="2"/><path d="M3 8l9 6 9-6"/>`,
    links: [
      { label: words('Mailings'), path: '/console/mailings' },
      { label: words('Templates'), path: '/console/templates' },
      { label: words('Images'), path: '/console/images' },
      { label: words('Experiments'), path: '/console/experiments' },
      { label: words('Automation'), path: '/console/automation' },
    ],
  },
  audience: {
    label: words('Audience'),
    icon: html`<circle cx="9" cy="8" r="4"/><path d="M2 21c0-4 3-7 7-7s7 3 7 7M16 4a4 4 0 0 1 0 8M18 14c3 1 4 4 4 7"/>`,
    links: [
      { label: words('Contacts'), path: '/console/contacts' },
      { label: words('Import'), path: '/console/imports' },
      { label: words('Segments'), path: '/console/segments' },
      { label: words('Sign-up forms'), path: '/console/forms' },
      { label: words('Blocked addresses'), path: '/console/suppression' },
    ],
  },
  delivery: {
    label: words('Delivery'),
    icon: html`<path d="M22 2L11 13M22 2l-7 20-4-9-9-4z"/>`,
    links: [
      { label: words('Mail servers'), path: '/console/delivery' },
      { label: words('Sender domains'), path: '/console/delivery/domains' },
      { label: words('Reputation'), path: '/console/delivery/reputation' },
      { label: words('Answers'), path: '/console/delivery/answers' },
    ],
  },
  account: {
    label: words('Account'),
    icon: html`<path d="M4 6h10M18 6h2M4 12h2M10 12h10M4 18h10M18 18h2"/><circle cx="16" cy="6" r="2"/><circle cx="8" cy="12" r="2"/><circle cx="16" cy="18" r="2"/>`,
    links: [
      { label: words('Settings'), path: '/console/settings' },
      { label: words('People'), path: '/console/people', right: 'administer' },
      { label: words('API keys'), path: '/console/keys', right: 'administer' },
      { label: words('Webhooks'), path: '/console/webhooks' },
      { label: words('Profile'), path: '/console/profile' },
    ],
  },
};

/** For those who change the components. */
const components: Link = { label: words('Components'), path: '/console/components', group: 'account' };

/** All pages in groups, and the button to leave. Phones show them on demand, which needs no script. */
export function navigation(visit: Visit): Content {
  const { say, path, account, development, links } = visit;
  const beside = development ? [...links, components] : links;
  const shown = (Object.keys(groups) as NavigationGroup[]).map((name) => ({
    ...groups[name],
    links: [...groups[name].links, ...beside.filter(({ group = 'account' }) => group === name)].filter(
      ({ right }) => right === undefined || account.rights.has(right),
    ),
  }));
  const current = currentPath(
    shown.flatMap(({ links }) => links.map((link) => link.path)),
    path,
  );
  const link = (each: Link, drawing?: Content) =>
    html`<li><a href="${each.path}"${each.path === current && html` aria-current="page"`}>${drawing}${say(each.label)}</a></li>`;
  const draw = (icon: Html) => html`<svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>`;
  const group = ({ label, icon, links }: Group, index: number) =>
    label === undefined
      ? html`<ul>${links.map((each) => link(each, draw(icon)))}</ul>`
      : html`<div><p id="group-${index}">${draw(icon)}${say(label)}</p><ul aria-labelledby="group-${index}">${links.map((each) => link(each))}</ul></div>`;
  return html`<details class="menu"><summary>${say('Menu')}</summary><nav aria-label="${say('Main navigation')}">${shown.map(group)}</nav>${signOut(visit)}</details>`;
}

export const signOut = (visit: Visit): Content =>
  postForm(visit, '/console/sign-out', html`<button class="quiet">${visit.say('Sign out')}</button>`, {
    className: 'out',
  });

/** The entry that a page belongs to: the longest path with which its own begins. */
export function currentPath(entries: readonly string[], path: string): string | undefined {
  const begins = (entry: string) => path === entry || (entry !== '/console' && path.startsWith(`${entry}/`));
  return entries.filter(begins).sort((one, other) => other.length - one.length)[0];
}

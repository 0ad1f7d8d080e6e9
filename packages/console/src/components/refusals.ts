import { type Content, html } from '../html.ts';
import type { Right, Visit } from '../web/routes.ts';
import { type Say, type Words, words } from '../words.ts';

/** Said when the service refuses what a page has offered, as after a change of the role. */
export const notAllowed = words(
  'You may not do this, or not any more. Ask an administrator of the account for another role.',
);

/** Says to a person why a page or form is not open. */
export const explainRefusal = (say: Say, lacking: Iterable<Right>): string => say(refusalFor(new Set(lacking)));

function refusalFor(lacking: ReadonlySet<Right>): Words {
  if (lacking.has('administer'))
    return words('Only administrators of the account can use this. Ask one of them, or for another role.');
  if (lacking.has('send'))
    return words('Only senders and administrators can do this. Ask one of them, or an administrator for another role.');
  return words('You can look at everything here but change nothing. Ask an administrator if you need another role.');
}

/** Says that something was left out of a page, because the person may not use it. */
export function withheldNote({ say, withheld }: Visit): Content {
  if (withheld.size === 0) return undefined;
  return html`<p class="soft" role="note">${say(noteFor(withheld))}</p>`;
}

function noteFor(withheld: ReadonlySet<Right>): Words {
  if (['get', 'post', 'put', 'delete'].some((right) => withheld.has(right as Right)))
    return words('You can look at this page. Changing something here needs another role, which administrators give.');
  if (withheld.has('send')) return words('Sending and signing off are left to senders and administrators.');
  return words('Some settings are left to administrators and not shown here.');
}

import { accountActions } from './accounts.ts';
import type { Actions, Bound } from './action.ts';
import { auditActions } from './audit.ts';
import { backupActions } from './backup.ts';
import { bouncePolicyActions } from './bounce-policy.ts';
import { brandingActions } from './branding.ts';
import { contactActions } from './contacts.ts';
import { diagnosisActions } from './diagnosis.ts';
import { domainActions } from './domains.ts';
import { exportActions } from './export.ts';
import { formActions } from './forms.ts';
import { importActions } from './import/contacts.ts';
import { jobActions } from './jobs.ts';
import { keyActions } from './keys.ts';
import { limitActions } from './limits.ts';
import { mailingContentActions } from './mailing-contents.ts';
import { mailingActions } from './mailings.ts';
import { movingActions } from './moving/actions.ts';
import { operatorKeyActions } from './operator-keys.ts';
import { profileActions } from './profile.ts';
import { quotaActions } from './quotas.ts';
import { relayActions } from './relays.ts';
import { secretActions } from './secrets.ts';
import { senderDomainActions } from './sender-domains.ts';
import { sendoutActions } from './sendouts.ts';
import { siteActions } from './sites.ts';
import { supportActions } from './support.ts';
import { suppressionActions } from './suppressions.ts';

/** The actions of operators by name. */
export const actions = {
  ...accountActions,
  ...keyActions,
  ...bouncePolicyActions,
  ...brandingActions,
  ...quotaActions,
  ...importActions,
  ...exportActions,
  ...profileActions,
  ...contactActions,
  ...suppressionActions,
  ...mailingActions,
  ...mailingContentActions,
  ...sendoutActions,
  ...limitActions,
  ...relayActions,
  ...siteActions,
  ...formActions,
  ...backupActions,
  ...movingActions,
  ...diagnosisActions,
  ...supportActions,
  ...auditActions,
  ...domainActions,
  ...senderDomainActions,
  ...jobActions,
  ...operatorKeyActions,
  ...secretActions,
} satisfies Actions;

export type Administration = Bound<typeof actions>;

/** Actions on what belongs to one account; each has an entry in its audit log. */
export type AccountChange = {
  [Name in keyof typeof actions]: (typeof actions)[Name] extends { audit: 'object' } ? Name : never;
}[keyof typeof actions];

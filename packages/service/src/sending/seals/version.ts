import { createHash } from 'node:crypto';
import type { ContactFilter } from '../../audiences/index.ts';
import { listOfMailing } from '../../mailing-blacklists/index.ts';
import { findDispatching, type Mailing, type SettingsChange } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { findAudience, lockAudience } from '../audience.ts';

/** Tells of each setting whether a change of it changes what is sent, or to whom. */
const changesMails: Record<keyof SettingsChange, boolean> = {
  cleanup: false,
  contacts_limit: true,
  doi_key: false,
  ignore_permission: true,
  locale: true,
  qos_checks: false,
  schedule_time: false,
  speed_level: false,
  tags: false,
  tags_folded: false,
  target_group_id: true,
  targetgroup_update: true,
  template_path: false,
  tracking_strategy: true,
};
const counted = (Object.keys(changesMails) as (keyof SettingsChange)[]).filter((name) => changesMails[name]);

/**
 * Names what a mailing sends, and to whom, as it is now: its contents with the values of the account that they show, its
 * settings, its target group with the rules of it, its blacklists and its trigger. Who signs a mailing off, schedules or
 * sends it names the version that was seen. Contacts who join the group or leave it are no change.
 */
export const versionOf = async (db: Db, mailing: Mailing): Promise<string> =>
  digest(db, mailing, await findAudience(db, mailing));

/** As `versionOf`, and keeps others from changing the rules of the target group until the transaction ends. */
export const lockVersion = async (db: Db, mailing: Mailing): Promise<string> =>
  digest(db, mailing, await lockAudience(db, mailing));

async function digest(db: Db, mailing: Mailing, filter: ContactFilter | undefined): Promise<string> {
  const lists = (await listOfMailing(db, mailing)).map(({ id }) => id);
  const trigger = mailing.type === 'trigger' ? await findDispatching(db, mailing) : undefined;
  const settings = counted.map((name) => mailing[name]);
  const all = [mailing.content_version, settings, filter?.id, filter?.rules, lists, trigger];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}

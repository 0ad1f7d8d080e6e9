import { findMailingByDoiKey, isReleased, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { obstacles } from '../../sending/index.ts';

/** Key of the confirmation mailing of those who name none. */
export const defaultKey = 'default';

/** Returns why nobody can confirm with the mailing that has a key; `undefined` if people can. */
export function confirmationObstacle(
  mailing: Pick<Mailing, 'id' | 'name' | 'state'> | undefined,
  key: string,
): obstacles.Obstacle | undefined {
  if (mailing === undefined)
    return obstacles.obstacle(
      'confirmation_mailing_missing',
      `No double-opt-in mailing has the key "${key}", so nobody can confirm.`,
    );
  if (isReleased(mailing.state)) return undefined;
  return obstacles.obstacle(
    'confirmation_mailing_inactive',
    `The confirmation mailing "${mailing.name}" is not active, so nobody can confirm.`,
    mailing.id,
  );
}

/** As above, for a key; by default that of those who name none. */
export const findConfirmationObstacle = async (db: Db, accountId: number, key: string = defaultKey) =>
  confirmationObstacle(await findMailingByDoiKey(db, accountId, key), key);

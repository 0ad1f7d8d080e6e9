import type { Permission } from '../tables.ts';

interface Standing {
  permission: Permission;
  /** Null when the contact has not unsubscribed. */
  unsubscribed_at: Date | null;
}

/**
 * The permission of an existing contact after it was created, synchronized or updated by its address once more with
 * `wanted`: a double opt-in (4, 5) is never lowered, and who has unsubscribed is never made mailable again.
 */
export function grantedPermission(contact: Standing, wanted: Permission | undefined): Permission {
  const { permission, unsubscribed_at } = contact;
  if (wanted === undefined || unsubscribed_at !== null) return permission;
  const raises = isDoubleOptIn(wanted) && wanted >= permission;
  return isDoubleOptIn(permission) && !raises ? permission : wanted;
}

/**
 * Returns the permission of a contact that is updated by its service id: the wanted one, unless the contact has
 * unsubscribed.
 */
function setPermission(contact: Standing, wanted: Permission | undefined): Permission {
  return wanted === undefined || contact.unsubscribed_at !== null ? contact.permission : wanted;
}

/**
 * Returns the permission of a contact that is created, or overwritten if it exists. With `doi`, a new contact gets no
 * double opt-in (4, 5) and an existing one keeps its permission: the contact has to confirm first.
 */
export function createdPermission(
  existing: Standing | undefined,
  wanted: Permission | undefined,
  doi: boolean,
): Permission {
  if (existing === undefined) return wanted === undefined || (doi && isDoubleOptIn(wanted)) ? 1 : wanted;
  return doi ? existing.permission : grantedPermission(existing, wanted);
}

/**
 * Returns the permission of a contact that is updated by its service id and, with `doi`, the double opt-in that the
 * contact is to be asked for instead.
 */
export function updatedPermission(
  contact: Standing,
  wanted: Permission | undefined,
  doi: boolean,
): { permission: Permission; asked?: 4 | 5 } {
  if (doi && isDoubleOptIn(wanted)) return { permission: contact.permission, asked: wanted };
  return { permission: setPermission(contact, wanted) };
}

export function isDoubleOptIn(permission: Permission | undefined): permission is 4 | 5 {
  return permission === 4 || permission === 5;
}

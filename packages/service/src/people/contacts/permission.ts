import type { Permission } from '../../platform/database/schema.ts';

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

/** The permission of a contact that is updated by its service id: what is wanted, unless the contact has unsubscribed. */
export function setPermission(contact: Standing, wanted: Permission | undefined): Permission {
  return wanted === undefined || contact.unsubscribed_at !== null ? contact.permission : wanted;
}

export function isDoubleOptIn(permission: Permission | undefined): permission is 4 | 5 {
  return permission === 4 || permission === 5;
}

import type { Permission } from '../db/schema.ts';

/**
 * The permission of an existing contact after it was created once more with `wanted`: a double opt-in (4, 5) is never
 * lowered, and who has unsubscribed is never made mailable again; only the double-opt-in way does that.
 */
export function createdPermission(
  contact: { permission: Permission; unsubscribed_at: Date | null },
  wanted: Permission | undefined,
): Permission {
  const { permission, unsubscribed_at } = contact;
  if (wanted === undefined || unsubscribed_at !== null) return permission;
  const raises = isDoubleOptIn(wanted) && wanted >= permission;
  return isDoubleOptIn(permission) && !raises ? permission : wanted;
}

function isDoubleOptIn(permission: Permission): boolean {
  return permission === 4 || permission === 5;
}

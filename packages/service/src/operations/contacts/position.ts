import { badRequest } from '@mailwright/server';
import type { contactOrder } from '../../people/index.ts';

/** Writes a position in a list for the caller, who gives it back. */
export const writePosition = (order: contactOrder.ContactOrder, { key, id }: contactOrder.Position): string =>
  Buffer.from(JSON.stringify([order, id, key])).toString('base64url');

/** Reads a position that an answer had; 400 if it is none of this order. */
export function readPosition(
  order: contactOrder.ContactOrder,
  text: string | undefined,
): contactOrder.Position | undefined {
  if (text === undefined) return undefined;
  const position = parse(order, text);
  if (position === undefined) throw badRequest('after must be the "next" of an answer with the same sort');
  return position;
}

function parse(order: contactOrder.ContactOrder, text: string): contactOrder.Position | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(read)) return undefined;
  const [of, id, key] = read;
  if (of !== order || !Number.isSafeInteger(id)) return undefined;
  const isKey = key === null ? order !== 'changed' : typeof key === 'string' && isKeyOf(order, key);
  return isKey ? { key, id } : undefined;
}

/** Text that the database could not read as the type of the order would be its fault, not the caller's. */
const isKeyOf = (order: contactOrder.ContactOrder, key: string): boolean =>
  order === 'changed' ? /^\d{1,14}$/.test(key) : !key.includes('\0');

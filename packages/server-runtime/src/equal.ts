/** Reports whether two values are equal as JSON Schema means it: lists item by item, objects member by member. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right || Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left.constructor !== right.constructor) return false;
  // Dates and other values of a class have no members, but a form in JSON.
  if (hasJson(left)) return JSON.stringify(left) === JSON.stringify(right);
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && equal(left[name as never], right[name as never]))
  );
}

const hasJson = (value: object): boolean => 'toJSON' in value && typeof value.toJSON === 'function';

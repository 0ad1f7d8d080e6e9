import type { Db } from '../database/schema.ts';
import { hooksOf } from '../hooks/hooks.ts';

/** Returns a function that gives the value of an open database, which is made when it is first wanted. */
export function perDatabase<Value>(make: () => Value): (db: Db) => Value {
  const values = new WeakMap<object, Value>();
  return (db) => {
    const hooks = hooksOf(db);
    const value = values.get(hooks) ?? make();
    values.set(hooks, value);
    return value;
  };
}

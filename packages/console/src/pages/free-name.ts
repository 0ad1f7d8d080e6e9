import type { Say } from '../words.ts';

/** Returns a name that nothing has: the wanted one, or the wanted one with the first number behind it that makes it free. */
export async function freeName(
  say: Say,
  wanted: string,
  isTaken: (name: string) => boolean | Promise<boolean>,
): Promise<string> {
  let name = wanted;
  for (let number = 2; await isTaken(name); number++) name = say('{name} {number, number}', { name: wanted, number });
  return name;
}

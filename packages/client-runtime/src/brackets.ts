/**
 * The texts of a value by names with brackets: `page[size][min]` and `tags[]`, as PHP, Rails and qs read them. Empty objects and
 * lists have none. The items of lists in `repeated` have the name of the list alone.
 */
export function bracketed(name: string, value: unknown, repeated?: readonly string[]): [name: string, text: string][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      bracketed(repeated?.includes(name) ? name : `${name}[${typeof item === 'object' ? index : ''}]`, item),
    );
  return Object.entries(value).flatMap(([key, each]) => {
    if (/[[\]]/.test(key)) throw new Error(`members of "${name}" must not have "[" or "]" in their names`);
    return bracketed(`${name}[${key}]`, each, repeated);
  });
}

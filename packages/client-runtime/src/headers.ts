type Given = Headers | Record<string, string> | undefined;

/** Headers out of several: a later one takes the place of an earlier one of the same name. */
export function mergedHeaders(...all: Given[]): Headers {
  const merged = new Headers();
  for (const given of all) for (const [name, value] of new Headers(given)) merged.set(name, value);
  return merged;
}

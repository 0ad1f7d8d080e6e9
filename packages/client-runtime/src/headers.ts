type Given = Headers | Record<string, string> | undefined;

/** Merges headers: later ones replace earlier ones with the same name. */
export function mergedHeaders(...all: Given[]): Headers {
  const merged = new Headers();
  for (const given of all) for (const [name, value] of new Headers(given)) merged.set(name, value);
  return merged;
}

/** What is stored, and the version that a change of it names, so that nothing is changed that was not looked at. */
export interface Versioned<Data> {
  stored: Data;
  /** Entity tag. */
  version: string;
}

type Reading<Data> = { ok: true; data: Data; headers: Headers } | { ok: false; error: Error };

/** Reads what an operation gets, with its version. @throws what the client throws */
export async function readVersioned<Data>(reading: PromiseLike<Reading<Data>>): Promise<Versioned<Data>> {
  const result = await reading;
  if (!result.ok) throw result.error;
  return { stored: result.data, version: result.headers.get('etag') ?? '*' };
}

/** The version as the API takes it with a change. */
export const ofVersion = (version: string) => ({ 'If-Match': version });

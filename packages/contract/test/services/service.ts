/** A running service of the corpus. Its data hold things that were there before any run. */
export interface CorpusService {
  /** Base URL of the paths of the description. */
  url: string;
  /** The generated description, as JSON. */
  description: unknown;
  /** Everything that the service holds, each thing as a text that begins with its kind and id. */
  state(): Promise<string[]>;
  close(): Promise<void>;
}

export interface StartOptions {
  /** Enables the planted defects. */
  defects: boolean;
}

/** Texts of things, to compare what is there before and after a run. */
export const describeThings = (kind: string, things: Iterable<{ id: unknown }>): string[] =>
  [...things].map((thing) => `${kind} ${thing.id} ${JSON.stringify(thing)}`);

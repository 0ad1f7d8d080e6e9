import type { Administration } from '../administration/actions.ts';

/** Performs any action by its name: in the database itself, or through the service that holds the data directory. */
export interface Performer {
  /** Whether this process holds the data directory, so that no service can run beside it. */
  holdsData: boolean;
  perform(action: keyof Administration, argument: unknown): Promise<unknown>;
  close(): Promise<void>;
}

import { type Clock, pause } from './clock.ts';
import { ConnectionError } from './errors/unanswered.ts';
import type { AnyResult } from './result.ts';

/** A server-sent event, as far as reconnecting concerns it. */
interface SentEvent {
  id?: string;
  retry?: number;
}

export interface Reconnecting {
  /** Number of times in a row without an event. */
  reconnects: number;
  clock: Clock;
  signal: AbortSignal | undefined;
  /** Reports whether the service has said that nothing follows. */
  isOver: () => boolean;
  /** Sends the call again, from the event after that with this id. */
  again: (lastId: string | undefined) => Promise<AnyResult>;
}

/** Milliseconds before reconnecting, unless the service says others. */
const usualWait = 3000;

/**
 * Yields the events of a stream and of those that continue it after the connection ended or broke, as browsers do (HTML, "server-sent
 * events"). An answer without events, 204, ends them.
 */
export async function* reconnecting(first: AsyncIterable<unknown>, more: Reconnecting): AsyncGenerator<unknown> {
  const { reconnects, clock, signal, isOver, again } = more;
  let events: AsyncIterable<unknown> | undefined = first;
  let [lastId, wait, left]: [string | undefined, number, number] = [undefined, usualWait, reconnects];
  for (;;) {
    try {
      for await (const event of events ?? []) {
        const { id, retry } = event as SentEvent;
        [lastId, wait, left] = [id ?? lastId, retry ?? wait, reconnects];
        yield event;
      }
      if (isOver() || left === 0) return;
    } catch (error) {
      if (!(error instanceof ConnectionError) || left === 0) throw error;
    }
    left--;
    await pause(clock, wait, signal);
    const result = await again(lastId);
    if (result.status === 204) return;
    if (!result.ok && (!(result.error instanceof ConnectionError) || left === 0)) throw result.error;
    events = result.data as AsyncIterable<unknown> | undefined;
  }
}

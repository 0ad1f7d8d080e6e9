/** A server-sent event; `data` is its text. */
export interface TextEvent {
  data: string;
  event?: string;
  id?: string;
  retry?: number;
}

/**
 * Reads events from their lines, as the HTML standard says (section "Interpreting an event stream"): an event without data
 * is none, and `id` is the last one that was given. Throws what `tooLong` makes if an event has more than `limit` characters.
 */
export async function* eventsOf(
  lines: AsyncIterable<string>,
  limit: number,
  tooLong: () => Error,
): AsyncGenerator<TextEvent> {
  let data: string[] = [];
  let size = 0;
  let facts: Pick<TextEvent, 'event' | 'retry'> = {};
  let id: string | undefined;
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield { ...facts, data: data.join('\n'), ...(id !== undefined && { id }) };
      [data, size, facts] = [[], 0, {}];
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (name === 'data') {
      size += value.length + 1;
      if (size > limit) throw tooLong();
      data.push(value);
    } else if (name === 'event') facts.event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d{1,15}$/.test(value)) facts.retry = Number(value);
  }
}

/**
 * Encodes an event.
 * @throws Error if its name or id contains a line break
 */
export function writeEvent({ data, event, id, retry }: TextEvent): string {
  const field = (name: string, value: unknown): string => {
    if (value === undefined) return '';
    if (/[\r\n\0]/.test(String(value))) throw new Error(`"${name}" of an event must not have line breaks`);
    return `${name}: ${value}\n`;
  };
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${field('event', event)}${field('id', id)}${field('retry', retry)}${lines.join('')}\n`;
}

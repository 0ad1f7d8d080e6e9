import type { Content } from '@mailwright/codegen/description';
import { type TextEvent, writeEvent } from '@mailwright/xml-codec/sequences';

/** The text of a sequence: lines or records of JSON, or events. An example that is a text is the whole of it. */
export function writeSequence({ sequence }: Content, value: unknown): string {
  if (typeof value === 'string') return value;
  return [value].flat().map(write).join('');

  function write(item: unknown): string {
    if (sequence?.form !== 'events') return `${sequence?.form === 'records' ? '\x1e' : ''}${JSON.stringify(item)}\n`;
    const event = item as Omit<TextEvent, 'data'> & { data?: unknown };
    const { json = false } = sequence;
    const isJson = Array.isArray(json) ? json.includes(event.event ?? 'message') : json;
    return writeEvent({ ...event, data: isJson ? JSON.stringify(event.data) : String(event.data ?? '') });
  }
}

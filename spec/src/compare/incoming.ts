import type { SchemaComparison } from './compare-schema.ts';
import { join } from './difference.ts';
import { METHODS, type OpenApiDocument } from './document.ts';
import { resolve } from './flatten.ts';

type Node = OpenApiDocument;

/** Two descriptions, and who is told how they differ. */
export interface Comparison {
  released: OpenApiDocument;
  present: OpenApiDocument;
  schemas: SchemaComparison;
  report: (pointer: string, message: string) => void;
}

/** Compares the requests that a service sends to clients: webhooks, and callbacks of its operations. */
export function compareIncoming(comparison: Comparison, old: Node, now: Node, pointer: string): void {
  const { released, present, report } = comparison;
  for (const [name, written] of Object.entries<Node>(old)) {
    const [item, next] = [resolve(released, written) ?? {}, resolve(present, now[name]) ?? {}];
    for (const method of METHODS.filter((each) => item[each])) {
      const at = join(pointer, name, method);
      if (next[method]) compareRequest(comparison, item[method], next[method], at);
      else report(at, `${method.toUpperCase()} ${name} is sent no more`);
    }
  }
}

/** Compares the callbacks of an operation, by name and expression. */
export function compareCallbacks(comparison: Comparison, old: Node, now: Node, pointer: string): void {
  const { released, present } = comparison;
  for (const [name, written] of Object.entries<Node>(old.callbacks ?? {})) {
    const [callback, next] = [resolve(released, written), resolve(present, now.callbacks?.[name])];
    compareIncoming(comparison, callback ?? {}, next ?? {}, join(pointer, 'callbacks', name));
  }
}

/** What a client gets is the request, and what it sends the response. */
function compareRequest(
  { released, present, schemas, report }: Comparison,
  old: Node,
  now: Node,
  pointer: string,
): void {
  const [body, next] = [resolve(released, old.requestBody), resolve(present, now.requestBody)];
  const at = join(pointer, 'requestBody');
  if (body?.required === true && next?.required !== true) report(at, 'the body may be absent now');
  for (const [mediaType, media] of Object.entries<Node>(next?.content ?? {})) {
    const before = body?.content?.[mediaType];
    if (before) schemas.compare(before.schema ?? {}, media.schema ?? {}, join(at, mediaType), 'received');
    else if (body) report(at, `${mediaType} may come now`);
  }
  for (const [status, response] of Object.entries<Node>(old.responses ?? {})) {
    const [before, after] = [resolve(released, response), resolve(present, now.responses?.[status])];
    const place = join(pointer, 'responses', status);
    if (after === undefined) {
      report(place, 'is no longer taken for an answer');
      continue;
    }
    for (const [mediaType, media] of Object.entries<Node>(before?.content ?? {})) {
      const taken = after.content?.[mediaType];
      if (taken) schemas.compare(media.schema ?? {}, taken.schema ?? {}, join(place, mediaType), 'sent');
      else report(place, `${mediaType} is no longer taken`);
    }
  }
}

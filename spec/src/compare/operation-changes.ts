import { compare } from './compare.ts';
import { type Difference, join } from './difference.ts';
import type { OpenApiDocument } from './document.ts';

/** What happened to an operation since a release. */
export interface OperationChange {
  method: string;
  path: string;
  /** operationId; of the release if the operation is gone. */
  id: string;
  kind: 'new' | 'changed' | 'gone';
  /** Why clients of the release break, in sentences; empty if they do not. */
  breaks: string[];
}

type Node = OpenApiDocument;
const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Lists the operations that differ between two descriptions without their words, by path; see `strip`. */
export function operationChanges(released: OpenApiDocument, present: OpenApiDocument): OperationChange[] {
  const differences = compare(released, present);
  const paths = [...new Set([...Object.keys(released.paths), ...Object.keys(present.paths)])].sort();
  return paths.flatMap((path) =>
    methods.flatMap((method): OperationChange[] => {
      const old: Node | undefined = released.paths[path]?.[method];
      const now: Node | undefined = present.paths[path]?.[method];
      const at = { method: method.toUpperCase(), path, id: (now ?? old)?.operationId ?? '' };
      if (old === undefined) return now === undefined ? [] : [{ ...at, kind: 'new', breaks: [] }];
      const own = join('#/paths', path, method);
      const { responses, ...request } = old;
      const places = {
        sent: [own, ...partsOf(released, request).keys()],
        received: [own, ...partsOf(released, responses ?? {}).keys()],
      };
      const concerns = ({ pointer, message }: Difference) =>
        places[message.endsWith('(sent)') ? 'sent' : 'received'].some(
          (place) => pointer === place || pointer.startsWith(`${place}/`),
        );
      const breaks = differences.filter(concerns).map(describe);
      if (now === undefined) return [{ ...at, kind: 'gone', breaks }];
      const isSame = breaks.length === 0 && whole(released, path, old) === whole(present, path, now);
      return isSame ? [] : [{ ...at, kind: 'changed', breaks }];
    }),
  );
}

/** Names the place in the component that has changed; the operation itself is named anyway. */
function describe({ pointer, message }: Difference): string {
  const [, , , ...place] = pointer.startsWith('#/components/') ? pointer.split('/') : [];
  return place.length > 0 ? `${place.join('/')}: ${message}` : message;
}

/** An operation with everything that it refers to, as a text to compare. */
function whole(document: OpenApiDocument, path: string, operation: Node): string {
  const parts = [...partsOf(document, operation)].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([document.paths[path].parameters, operation, parts]);
}

/** The components that a part refers to, also through others, by their addresses. */
function partsOf(document: OpenApiDocument, part: Node, found = new Map<string, Node>()): Map<string, Node> {
  for (const [, address = ''] of JSON.stringify(part).matchAll(/"\$ref":"(#\/components\/[^"]+)"/g)) {
    if (found.has(address)) continue;
    const [, , kind = '', name = ''] = address.split('/');
    const target: Node = document.components?.[kind]?.[name];
    found.set(address, target);
    partsOf(document, target ?? {}, found);
  }
  return found;
}

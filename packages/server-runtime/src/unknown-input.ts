import type { UnknownElement } from '@mailwright/xml-codec';
import { ApiError } from './api-error.ts';
import { nearest } from './nearest.ts';
import { header, type RawRequest } from './raw.ts';
import { legalText, show } from './text.ts';
import type { UnknownMember } from './unknown-members.ts';

/** A query parameter, an XML element or a member of a JSON object that the operation does not define. */
interface UnknownInput {
  name: string;
  kind: 'parameter' | 'element' | 'member';
  /** For elements: the path from the root, `/contact/standard_fields/nam`; for members: a JSON Pointer. */
  path?: string;
  /** Known name that is most similar. */
  meant: string | undefined;
  /** For elements: the position in the body. */
  place?: UnknownElement['place'];
}

/** Maximum number of reported names. */
const MOST_TOLD = 10;

/** The unknown parts of a request. */
export class UnknownInputs {
  readonly #found = new Map<string, UnknownInput>();

  parameter(name: string, known: Iterable<string>): void {
    this.#add(name, () => ({ kind: 'parameter', name, meant: nearest(name, known) }));
  }

  /** Elements with the same path are reported once. */
  readonly element = ({ name, path, known, place }: UnknownElement): void => {
    this.#add(path, () => ({ kind: 'element', name, path, meant: nearest(name, known), place }));
  };

  /** Members with the same key are reported once, with the path of the first. */
  readonly member = ({ name, path, key, known }: UnknownMember): void => {
    this.#add(key, () => ({ kind: 'member', name, path, meant: nearest(name, known) }));
  };

  #add(key: string, make: () => UnknownInput): void {
    if (this.#found.size < MOST_TOLD && !this.#found.has(key)) this.#found.set(key, make());
  }

  /** @throws ApiError 400 that names them, if the client requests strict handling (RFC 7240 section 4.4) */
  refuse(request: RawRequest): void {
    if (this.#found.size === 0 || !isStrict(request)) return;
    const all = [...this.#found.values()];
    const faults = all.flatMap(({ place, ...unknown }) => {
      const { line, column } = place?.() ?? {};
      return line === undefined || column === undefined ? [] : [{ line, column, message: told(unknown) }];
    });
    throw new ApiError(400, all.map(told).join('; '), { validationErrors: faults });
  }

  /**
   * Value of `Ignored-Input`, a list of strings (RFC 9651): `"permision";in=query;did-you-mean="permission"`; undefined when
   * nothing was ignored.
   */
  header(): string | undefined {
    if (this.#found.size === 0) return undefined;
    return [...this.#found.values()]
      .map(({ name, path, meant }) => {
        const where = path === undefined ? 'in=query' : `in=body;path=${quoted(path)}`;
        return `${quoted(name)};${where}${meant === undefined ? '' : `;did-you-mean=${quoted(meant)}`}`;
      })
      .join(', ');
  }
}

/** Reports whether the client wants what is unknown to be rejected (RFC 7240 section 4.4). */
export function isStrict(request: RawRequest): boolean {
  return /(^|,)\s*handling\s*=\s*"?strict"?\s*([;,]|$)/i.test(header(request, 'prefer') ?? '');
}

function told({ kind, name, path, meant }: UnknownInput): string {
  const what = `the ${kind} ${path === undefined ? show(name) : legalText(path)}`;
  return `${what} is not known${meant === undefined ? '' : `; did you mean ${show(meant)}?`}`;
}

const quoted = (value: string): string =>
  `"${value
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 200)
    .replace(/["\\]/g, '\\$&')}"`;

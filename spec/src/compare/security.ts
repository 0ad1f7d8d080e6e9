import type { OpenApiDocument } from './document.ts';
import { resolve, same } from './flatten.ts';

type Node = OpenApiDocument;
/** Scopes by scheme; all of them are needed. */
type Requirement = Record<string, string[]>;

/** Returns why requests that fulfilled the requirements of an operation do not fulfil them any more. */
export function compareSecurity(released: Node, old: Node, present: Node, now: Node): string[] {
  const [before, after] = [requirementsOf(released, old), requirementsOf(present, now)];
  const messages = before.flatMap((given) => {
    if (after.some((wanted) => fulfils(given, wanted))) return [];
    const needed = after.map(textOf).join(', or ');
    return [`${textOf(given)} is not enough now: ${needed}`];
  });
  const names = before.flatMap((given) => Object.keys(given));
  const used = new Set(names.filter((name) => after.some((wanted) => name in wanted)));
  for (const name of used)
    if (!same(schemeIn(released, name), schemeIn(present, name))) messages.push(`the scheme ${name} changed`);
  return messages;
}

/** An empty list, and none at all, ask for nothing. */
function requirementsOf(document: Node, { security = document.security }: Node): Requirement[] {
  return Array.isArray(security) && security.length > 0 ? security : [{}];
}

const fulfils = (given: Requirement, wanted: Requirement): boolean =>
  Object.entries(wanted).every(
    ([name, scopes]) => scopes.every((scope) => given[name]?.includes(scope)) && name in given,
  );

function textOf(requirement: Requirement): string {
  const schemes = Object.entries(requirement).map(([name, scopes]) =>
    scopes.length > 0 ? `${name} with ${scopes.join(' and ')}` : name,
  );
  return schemes.length > 0 ? schemes.join(' and ') : 'no key';
}

/** What a client must know of a scheme. */
function schemeIn(document: Node, name: string): unknown {
  const {
    type,
    in: place,
    name: field,
    scheme,
  } = resolve(document, document.components?.securitySchemes?.[name] ?? {});
  return { type, place, field, scheme: scheme?.toLowerCase() };
}

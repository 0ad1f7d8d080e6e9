import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { findContent, readBody } from '../judge/document.ts';
import type { Input } from '../preconditions/preconditions.ts';
import { isExpression, type Resolve, translate } from './expression.ts';
import { ArazzoNode, keysOfPointer } from './node.ts';

/**
 * Reads a request body: the payload with its replacements, as the value that the schema of the description describes. A payload
 * that is a whole document, in XML or JSON, is decoded.
 */
export function readRequestBody(node: ArazzoNode, operation: Operation, contract: Contract, resolve: Resolve): Input {
  if (!node.isPresent) return {};
  node.checkKeys(['contentType', 'payload', 'replacements']);
  const types = operation.bodies.map(({ mediaType }) => mediaType);
  if (types.length === 0) node.fail(`${operation.id} takes no body`);
  const named = node.member('contentType');
  const contentType = named.isPresent ? named.text() : undefined;
  if (contentType !== undefined && !findContent(operation.bodies, contentType))
    named.fail(`${operation.id} takes ${types.join(' or ')}, not ${contentType}`);
  const payload = node.member('payload');
  if (!payload.isPresent) payload.fail('is missing');
  const read = new ArazzoNode(decoded(payload, operation, contract, contentType ?? types[0]!), payload.place);
  let body = translate(read, resolve);
  for (const replacement of node.member('replacements').items()) {
    replacement.checkKeys(['target', 'value']);
    const target = replacement.member('target');
    if (target.text().startsWith('//') || !/^#?\//.test(target.text()))
      target.fail(`XPath is not read; write a JSON Pointer to the decoded value, but not "${target.text()}"`);
    const keys = keysOfPointer(target, target.text().replace(/^#/, ''));
    body = replaced(body, keys, translate(replacement.member('value'), resolve), target);
  }
  return { body, ...(contentType !== undefined && { contentType }) };
}

function decoded(payload: ArazzoNode, operation: Operation, contract: Contract, contentType: string): unknown {
  const { value } = payload;
  const content = findContent(operation.bodies, contentType)!;
  if (typeof value !== 'string' || isExpression(value)) return value;
  const isDocument = content.kind === 'xml' ? /^\s*</.test(value) : content.kind === 'json' && /^\s*[{[]/.test(value);
  if (!isDocument) return value;
  const read = readBody(contract, content, contentType, 'request', Buffer.from(value));
  if ('value' in read) return read.value;
  // An expression is a text where the schema may want a number.
  const loose = value.includes('{$') ? readBody(contract, content, contentType, 'broken', Buffer.from(value)) : read;
  if ('value' in loose) return loose.value;
  return payload.fail(
    `is no ${content.kind.toUpperCase()} of the description (${read.message}); the payload may be written as its value`,
  );
}

/** Returns a value with another one at a place, which must be there but for its last key. */
function replaced(value: unknown, keys: readonly string[], wanted: unknown, target: ArazzoNode): unknown {
  const [key, ...deeper] = keys;
  if (key === undefined) return wanted;
  if (Array.isArray(value)) {
    const index = key === '-' ? value.length : Number(key);
    if (!/^(-|0|[1-9]\d*)$/.test(key) || index > value.length)
      target.fail(`the list has ${value.length} items and none at "${key}"`);
    return index === value.length
      ? [...value, replaced(undefined, deeper, wanted, target)]
      : value.with(index, replaced(value[index], deeper, wanted, target));
  }
  if (typeof value !== 'object' || value === null) target.fail(`there is no "${key}" in the payload`);
  const entries = new Map(Object.entries(value as object));
  entries.set(key, replaced(entries.get(key), deeper, wanted, target));
  return Object.fromEntries(entries);
}

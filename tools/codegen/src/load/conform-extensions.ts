import type { OpenApiDocument } from '../model/model.ts';
import { isObject, type NodeKind } from '../model/walk.ts';

type IsForm = (value: unknown) => boolean;

const isText: IsForm = (value) => typeof value === 'string';
const isNumber: IsForm = (value) => typeof value === 'number';
const isDay: IsForm = (value) =>
  isText(value) && /^\d{4}-\d\d-\d\d$/.test(value as string) && !Number.isNaN(Date.parse(value as string));
const isTexts: IsForm = (value) => Array.isArray(value) && value.every(isText);

/** Forms of the extensions that the generator reads. */
const FORMS: Partial<Record<NodeKind, Record<string, IsForm>>> = {
  document: {
    'x-errors': (value) =>
      Array.isArray(value) && value.every((each) => isObject(each) && isText(each.name) && isNumber(each.status)),
    'x-max-body': isNumber,
    'x-max-bodies': isObject,
    'x-headers': isObject,
    'x-json': isText,
    'x-media-type-aliases': (value) => isObject(value) && Object.values(value).every(isTexts),
    'x-paging': isObject,
  },
  operation: {
    'x-aliases': (value) => Array.isArray(value) && value.every((each) => isObject(each) && isText(each.path)),
    'x-accept-aliases': isTexts,
    'x-client-name': isText,
    'x-confirm': (value) => typeof value === 'boolean',
    'x-deprecated-since': isDay,
    'x-right': isText,
    'x-privilege': isText,
    'x-retry': isText,
    'x-sunset': isDay,
    'x-timeout': isNumber,
  },
  parameter: { 'x-aliases': isTexts },
};

/** Removes extensions of other tools that have the name of one of ours and another form. */
export function conformExtensions(
  node: OpenApiDocument,
  kind: NodeKind,
  told: (key: string, message: string) => void,
): void {
  for (const [key, hasForm] of Object.entries(FORMS[kind] ?? {})) {
    if (node[key] === undefined || hasForm(node[key])) continue;
    delete node[key];
    told(key, 'has not the form of the extension that the generator reads, and is ignored');
  }
}

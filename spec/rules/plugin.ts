import type { Plugin } from '@redocly/openapi-core';
import { clientName } from './client-name.ts';
import { corpusCases } from './corpus-cases.ts';
import { fileLength } from './file-length.ts';
import { fileName } from './file-name.ts';
import { fileUsed } from './file-used.ts';
import { operationDeprecation } from './operation-deprecation.ts';
import { operationDescription } from './operation-description.ts';
import { operationId } from './operation-id.ts';
import { operationIdempotency } from './operation-idempotency.ts';
import { operationPaging } from './operation-paging.ts';
import { operationPolicy } from './operation-policy.ts';
import { operationSealed } from './operation-sealed.ts';
import { operationStatuses } from './operation-statuses.ts';
import { operationSummary } from './operation-summary.ts';
import { parameterExample } from './parameter-example.ts';
import { pathsDistinct } from './paths-distinct.ts';
import { schemaBounds } from './schema-bounds.ts';
import { schemaDescription } from './schema-description.ts';
import { schemaPattern } from './schema-pattern.ts';
import { tagGroups } from './tag-groups.ts';
import { xmlShape } from './xml-shape.ts';

export const rules = {
  'client-name': clientName,
  'corpus-cases': corpusCases,
  'file-length': fileLength,
  'file-name': fileName,
  'file-used': fileUsed,
  'operation-deprecation': operationDeprecation,
  'operation-description': operationDescription,
  'operation-id': operationId,
  'operation-idempotency': operationIdempotency,
  'operation-paging': operationPaging,
  'operation-policy': operationPolicy,
  'operation-sealed': operationSealed,
  'operation-statuses': operationStatuses,
  'operation-summary': operationSummary,
  'parameter-example': parameterExample,
  'paths-distinct': pathsDistinct,
  'schema-bounds': schemaBounds,
  'schema-description': schemaDescription,
  'schema-pattern': schemaPattern,
  'tag-groups': tagGroups,
  'xml-shape': xmlShape,
};

/** The house rules for Redocly, `house/…`; the preset `house/all` makes every one an error. */
export default function house(): Plugin {
  const severities = Object.keys(rules).map((name) => [`house/${name}`, 'error' as const]);
  return { id: 'house', rules: { oas3: rules }, configs: { all: { rules: Object.fromEntries(severities) } } };
}

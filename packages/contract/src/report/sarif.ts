import { createHash } from 'node:crypto';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import type { Rule } from '../judge/finding.ts';
import { keyOf, known } from './baseline.ts';
import { firstOf, grouped, listed } from './group.ts';
import type { BreachGroup, Report } from './report.ts';

const RULES: Record<Rule, string> = {
  path: 'A path that the description does not have was answered as if it did.',
  status: 'A status that the operation does not document.',
  'media-type': 'A media type that is not documented, or not one that the request accepts.',
  'well-formed': 'A body that is no well-formed XML or JSON, or not UTF-8.',
  root: 'Another root element than the schema names.',
  body: 'A body that is not of its schema, is missing, or should not be there.',
  header: 'A header that is missing or not of its schema.',
  paging: 'Numbers and links of a page that contradict each other.',
  parameter: 'A parameter of the request is not of its schema.',
  accepted: 'A request that breaks the contract was answered as if it did not.',
  state: 'An answer that contradicts what was done before.',
  expected: 'Another status than the description leads to.',
  connection: 'No answer came.',
};

/** SARIF 2.1.0: one result for each cause, at the operation of the description. */
export function sarifReport({ breaches, warnings, target }: Report, description: string): string {
  const results = [
    ...grouped(breaches).map((each) => resultOf(each, 'error', description)),
    ...grouped(warnings).map((each) => resultOf(each, 'warning', description)),
  ];
  const used = new Set(results.map(({ ruleId }) => ruleId));
  const rules: ReportingDescriptor[] = Object.entries(RULES)
    .filter(([id]) => used.has(id))
    .map(([id, text]) => ({ id, shortDescription: { text } }));
  const log: Log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [{ tool: { driver: { name: 'mailwright-contract', rules } }, results, properties: { target } }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(group: BreachGroup, level: Result['level'], description: string): Result {
  const { operations, rule, message, cases, curl, response, pointer, place, places } = group;
  const told = [
    `${firstOf(operations)}: ${message}`,
    `Tried: ${listed(cases)} ${places === 1 ? '(1 place)' : `(${places} places)`}.`,
  ];
  const shown = [...(curl ? [curl] : []), ...(response ? [response] : [])];
  const fingerprint = createHash('sha256')
    .update(keyOf(known(group.operation, group)))
    .digest('hex');
  return {
    ruleId: rule,
    level,
    message: { text: [...told, ...shown].join('\n\n') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: (place?.file ?? description).replaceAll('\\', '/') },
          region: { startLine: place?.line ?? 1 },
        },
        logicalLocations: operations.map((name) => ({
          name,
          kind: 'function',
          ...(pointer && name === group.operation && { fullyQualifiedName: pointer }),
        })),
      },
    ],
    partialFingerprints: { 'finding/v1': fingerprint },
  };
}

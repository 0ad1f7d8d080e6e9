import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { type Confirmations, failure, type OwnTool, success } from '#mcp';
import { explain } from '../chains/explain.ts';
import { findChains } from '../chains/find.ts';
import { findEntries } from '../har/entries.ts';
import { preconditionFiles } from '../preconditions/files.ts';
import { buildReport } from '../report/build.ts';
import { textReport } from '../report/text.ts';
import { checkTraffic, tellNotJudged } from '../traffic/check.ts';
import type { ToolSession } from './session.ts';
import { runVerify, wantedOperations } from './verify-tool.ts';

/** Characters of a name or a list of names, and of a path. */
const [LONGEST_LIST, LONGEST_PATH] = [2_000, 4_000];
/** Findings that one call answers. */
const MOST_FINDINGS = 20;
const LONGEST_RUN = 3_600;

const text = (maxLength: number, description: string) => ({ type: 'string' as const, maxLength, description });
const schemaOf = (properties: OwnTool['inputSchema']['properties'], ...required: string[]) => ({
  type: 'object' as const,
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false as const,
});
const READING = { readOnlyHint: true, openWorldHint: false };

/** Tools of the contract kit for assistants. The one that sends requests is offered only if the session has a service. */
export function contractTools(session: ToolSession, confirmations: Confirmations): OwnTool[] {
  return [
    ...(session.service ? [verifyTool(session, session.service.target.baseUrl, confirmations)] : []),
    checkTool(session),
    findingsTool(session),
    explainTool(session),
    preconditionsTool(session),
  ];
}

function verifyTool(session: ToolSession, url: string, confirmations: Confirmations): OwnTool {
  return {
    name: 'verify',
    title: 'Test the service',
    description: `Tests operations of ${url} with every documented status, and answers the report. It creates data, and changes and deletes only what it has created itself. The first call only answers what would be done, and a token to show the person.`,
    inputSchema: schemaOf({
      only: text(LONGEST_LIST, 'operations or groups to test, separated by commas; * matches any characters'),
      skip: text(LONGEST_LIST, 'operations or groups to leave out'),
      seed: text(100, 'repeats the values of the run that answered this seed'),
      seconds: text(10, 'time limit, 300 by default; what was created is deleted then'),
      confirmation: text(500, 'the token that the same call without it has answered, after the person has agreed'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    async run({ confirmation, ...given }) {
      const seconds = Number(given.seconds ?? 300);
      if (!(seconds > 0 && seconds <= LONGEST_RUN)) return failure(`"seconds" must be from 1 to ${LONGEST_RUN}.`);
      const wanted = { ...given, seconds };
      const operations = wantedOperations(session, wanted);
      if (confirmation === undefined) {
        const deleting = operations.filter(({ method }) => method === 'DELETE').map(({ id }) => id);
        const token = confirmations.issue({ id: 'verify' }, given);
        return success(
          `Not done yet: this tests ${operations.length} operations of ${url}, of which ${deleting.length} delete data, with up to ${seconds} s of requests. It is meant for a test account. Tell the person. If they agree, make the same call with "confirmation": "${token}".`,
        );
      }
      if (!confirmations.confirms(confirmation, { id: 'verify' }, given))
        return failure('Nothing was sent: the confirmation is too old, or is one of another call.');
      return success(await runVerify(session, wanted));
    },
  };
}

function checkTool(session: ToolSession): OwnTool {
  return {
    name: 'check',
    title: 'Judge recorded traffic',
    description: 'Judges a HAR file (HTTP Archive) by the description, and answers the report, with all values masked.',
    inputSchema: schemaOf({ file: text(LONGEST_PATH, 'path of the HAR file') }, 'file'),
    annotations: READING,
    async run({ file }) {
      const { contract, bases } = session;
      const startedAt = new Date();
      const entries = findEntries(createReadStream(String(file)));
      const traffic = await checkTraffic([[basename(String(file)), entries]], { contract, bases });
      const notJudged = tellNotJudged(traffic);
      if (traffic.records.length === 0)
        return failure(`Nothing in the file went to ${bases.join(' or ')}. ${notJudged.join('; ')}`.trim());
      session.report = buildReport(contract, {
        target: bases.join(', '),
        startedAt,
        milliseconds: Date.now() - startedAt.getTime(),
        records: traffic.records,
        untried: traffic.untried,
        traffic: { entries: traffic.entries, notJudged },
      });
      return success(textReport(session.report));
    },
  };
}

function findingsTool(session: ToolSession): OwnTool {
  return {
    name: 'findings',
    title: 'Read findings',
    description: `Answers findings of the last run with their requests and responses, without keys; at most ${MOST_FINDINGS}.`,
    inputSchema: schemaOf({
      operation: text(LONGEST_LIST, 'name of an operation; by default all'),
      rule: text(40, 'name of a rule, such as body or status; by default all'),
    }),
    annotations: READING,
    run({ operation, rule }) {
      const { report } = session;
      if (!report) return failure('There was no run yet.');
      const all = [...report.breaches, ...report.warnings].filter(
        (each) =>
          (operation === undefined || each.operation === operation) && (rule === undefined || each.rule === rule),
      );
      if (all.length === 0) return success('There are none.');
      return success(JSON.stringify({ number: all.length, findings: all.slice(0, MOST_FINDINGS) }));
    },
  };
}

function explainTool({ contract }: ToolSession): OwnTool {
  return {
    name: 'explain',
    title: 'Explain how data is found',
    description: 'Answers how verify finds its data: what is made where, and which id feeds which parameter.',
    inputSchema: schemaOf({}),
    annotations: READING,
    run() {
      const { resources, inferred } = findChains(contract);
      return success(explain(resources, inferred));
    },
  };
}

function preconditionsTool({ contract }: ToolSession): OwnTool {
  return {
    name: 'preconditions',
    title: 'Generate preconditions',
    description:
      'Answers the names of the files of preconditions that the description leads to, or the YAML of one of them. Nothing is written.',
    inputSchema: schemaOf({ file: text(LONGEST_LIST, 'name of a file, as the call without it answers') }),
    annotations: READING,
    run({ file }) {
      const files = preconditionFiles(findChains(contract).inferred);
      if (file === undefined) return success([...files.keys()].join('\n'));
      const found = files.get(String(file));
      return found === undefined
        ? failure(`There is no file ${file}; call without "file" for the names.`)
        : success(found);
    },
  };
}

import { formatProblem, type Operation, type Response } from '@mailwright/codegen/description';
import { isBreach, type Record, type Untried } from '../calls/record.ts';
import type { Contract } from '../contract/contract.ts';
import type { Place } from '../contract/places.ts';
import type { Finding } from '../judge/finding.ts';
import { NOT_IMPLEMENTED } from '../judge/judge.ts';
import type { Left } from '../ownership/left.ts';
import type { Baseline } from './baseline.ts';
import type { Breach, Coverage, OperationReport, Report, StatusReport, TrafficReport } from './report.ts';
import { countStates } from './states.ts';

export interface RunOf {
  target: string;
  startedAt: Date;
  milliseconds: number;
  records: Record[];
  untried: Untried[];
  /** Resources that could not be deleted. */
  left?: readonly Left[];
  /** Findings that do not count. */
  baseline?: Baseline;
  /** Why the run ended before all was tried. */
  stopped?: string | undefined;
  /** Operations that were tried; all by default. */
  operations?: readonly Operation[];
  /** Positions of the operations in the description, by operation id. */
  places?: ReadonlyMap<string, Place>;
  /** Of recorded traffic. */
  traffic?: Omit<TrafficReport, 'unused'>;
}

export function buildReport(contract: Contract, run: RunOf): Report {
  const { untried, target, startedAt, milliseconds, places, baseline, stopped, traffic } = run;
  const records = baseline ? run.records.map((each) => withoutKnown(each, baseline)) : run.records;
  const { title, version } = contract.model;
  const byOperation = Map.groupBy(records, ({ operation }) => operation);
  const operations = (run.operations ?? contract.model.operations).map((each) =>
    operationReport(each, byOperation.get(each.id) ?? []),
  );
  return {
    title,
    version,
    target,
    startedAt: startedAt.toISOString(),
    seconds: Math.round(milliseconds / 100) / 10,
    exchanges: records.filter(({ status }) => status !== undefined).length,
    refused: records.filter(({ findings }) => findings.some(({ about }) => about === 'request')).length,
    coverage: coverageOf(operations),
    operations,
    breaches: records.flatMap((record) => breachesOf(record, contract, 'error', places)),
    warnings: records.flatMap((record) => breachesOf(record, contract, 'warning', places)),
    accepted: records.flatMap((record) => breachesOf(record, contract, 'accepted', places)),
    ...(stopped !== undefined && { stopped }),
    notImplemented: operations.filter(({ implemented }) => !implemented).map(({ id }) => id),
    untried,
    left: [...(run.left ?? [])],
    leftOut: contract.leftOut.map(formatProblem),
    ...(traffic && {
      traffic: { ...traffic, unused: operations.filter(({ tries }) => tries.length === 0).map(({ id }) => id) },
    }),
  };
}

/** The record with the findings marked that the baseline knows. */
function withoutKnown(record: Record, baseline: Baseline): Record {
  const findings = record.findings.map((finding) =>
    isBreach(finding) && baseline.has(record.operation, finding) ? { ...finding, level: 'accepted' as const } : finding,
  );
  return { ...record, findings };
}

function operationReport(operation: Operation, records: Record[]): OperationReport {
  const { id, groupTitle, method, path, summary, responses } = operation;
  return {
    id,
    group: groupTitle,
    method,
    path,
    summary,
    implemented: isImplemented(records),
    statuses: [...Map.groupBy(responses, keyOf)].map(([key, some]) => statusReport(key, some, operation, records)),
    tries: records.map(({ about, status, findings }) => ({
      about,
      status,
      breaches: findings.filter(isBreach).map(({ message }) => message),
    })),
  };
}

/** An operation that answers some requests with success and others with 501 counts as implemented. */
function isImplemented(records: Record[]): boolean {
  const succeeds = records.some(({ status }) => status !== undefined && status >= 200 && status < 300);
  return succeeds || !records.some(({ status }) => status === NOT_IMPLEMENTED);
}

/** The status of a response as the description has it: `404`, `4XX`, `default`. */
const keyOf = ({ status, class: name }: Response): StatusReport['status'] => name ?? status;

/** Answers that no status of their own documents count for `default`. */
function statusReport(
  status: StatusReport['status'],
  some: Response[],
  { responses }: Operation,
  records: Record[],
): StatusReport {
  const [own, all] = [some, responses].map((list) => new Set<unknown>(list.map((each) => each.status)));
  const seen = records.filter((record) =>
    status === 'default' ? record.status !== undefined && !all!.has(record.status) : own!.has(record.status),
  );
  // Another status than the test wanted is a fault of the test's aim, not of this status.
  const isBroken = seen.some(({ findings }) => findings.some((each) => isBreach(each) && each.rule !== 'expected'));
  const isKept = seen.some(({ findings }) => !findings.some(isBreach));
  return { status, state: isBroken ? 'broken' : isKept ? 'kept' : 'missed', exchanges: seen.length };
}

function coverageOf(operations: OperationReport[]): Coverage {
  const statuses = operations.filter(({ implemented }) => implemented).flatMap((operation) => operation.statuses);
  const counts = countStates(statuses);
  const [{ kept }, documented] = [counts, statuses.length];
  const percent = documented === 0 ? 100 : Math.floor((kept / documented) * 1_000) / 10;
  return { documented, ...counts, percent };
}

function breachesOf(
  { operation, about, status, findings, request, response, curl }: Record,
  { model }: Contract,
  level: Finding['level'],
  places: RunOf['places'],
): Breach[] {
  const place = places?.get(operation ?? '');
  const described = model.operations.find(({ id }) => id === operation);
  const found = findings.filter((finding) => finding.level === level);
  return found.map(({ rule, message }) => ({
    operation,
    about,
    ...(place && { place }),
    rule,
    message,
    request,
    response,
    ...(curl !== undefined && { curl }),
    ...(described && { pointer: pointerTo(described, message, status) }),
  }));
}

/** `#/paths/~1orders~1{id}/get/responses/404` */
function pointerTo({ path, key = path, method, responses }: Operation, message: string, status?: number): string {
  const name = key.replaceAll('~', '~0').replaceAll('/', '~1');
  const at = `#/paths/${name}/${method.toLowerCase()}`;
  if (/Request body/.test(message)) return `${at}/requestBody`;
  if (/Request (query|path|header|cookie)/.test(message)) return `${at}/parameters`;
  const response = responses.find((each) => each.status === status);
  return response ? `${at}/responses/${keyOf(response)}` : `${at}/responses`;
}

import type { Experiment, ExperimentSummary } from '@mailwright/server';
import { findMailing, findSubject, showSubject } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { experiments } from '../../sending/index.ts';

/** An experiment without figures. */
export function summaryDocument(
  { id, name, state, share, holdout, criterion, hours, created_at }: experiments.StoredExperiment,
  variants: readonly experiments.StoredVariant[],
): ExperimentSummary {
  return {
    id,
    name,
    state,
    share,
    holdout,
    criterion,
    hours,
    mailing_ids: variants.map(({ mailing_id }) => mailing_id),
    created: formatSqlDateTime(created_at),
  };
}

/** An experiment with its report. */
export async function experimentDocument(
  db: Db,
  experiment: experiments.StoredExperiment,
  variants: readonly experiments.StoredVariant[],
): Promise<Experiment> {
  const { stop_reason, started_at, drawn_at, rest_at, rest_contacts, state, criterion } = experiment;
  const due =
    state === 'testing' && criterion !== 'by_hand' ? await experiments.dueOf(db, experiment, variants) : undefined;
  return {
    ...summaryDocument(experiment, variants),
    ...(stop_reason !== null && { stop_reason }),
    ...(started_at !== null && { started: formatSqlDateTime(started_at) }),
    ...(drawn_at !== null && { drawn: formatSqlDateTime(drawn_at) }),
    ...(due !== undefined && { due: formatSqlDateTime(due) }),
    ...decisionOf(experiment),
    ...(rest_at !== null && { rest_starts: formatSqlDateTime(rest_at) }),
    ...(rest_contacts !== null && { rest_contacts }),
    variants: await variantDocuments(db, experiment, variants),
    ...(drawn_at !== null &&
      experiment.holdout > 0 && { holdout_result: await holdoutDocument(db, experiment, variants) }),
  };
}

function decisionOf({
  decision,
  chosen_id,
  p_value,
  decided_at,
}: experiments.StoredExperiment): Pick<Experiment, 'decision'> {
  if (decision === null || chosen_id === null || decided_at === null) return {};
  const known = { kind: decision, mailing_id: chosen_id, decided: formatSqlDateTime(decided_at) };
  return { decision: { ...known, ...(p_value !== null && { p_value: rounded(p_value) }) } };
}

async function variantDocuments(
  db: Db,
  experiment: experiments.StoredExperiment,
  variants: readonly experiments.StoredVariant[],
): Promise<Experiment['variants']> {
  const figures = experiment.figures ?? (await experiments.readFigures(db, experiment, variants));
  const documents: Experiment['variants'] = [];
  for (const { mailing_id, send_time, starts_at } of variants) {
    const mailing = await findMailing(db, experiment.account_id, mailing_id);
    const figure = figures.find((each) => each.mailing_id === mailing_id);
    if (mailing === undefined || figure === undefined) continue;
    const spent = experiments.spentOf(figure);
    documents.push({
      mailing_id,
      name: mailing.name,
      subject: await showSubject(db, mailing, await findSubject(db, mailing)),
      state: mailing.state,
      ...(send_time !== null && { send_time }),
      ...(starts_at !== null && { starts: formatSqlDateTime(starts_at) }),
      contacts: figure.contacts,
      recipients: figure.recipients,
      opened: rateDocument(experiments.openedOf(figure)),
      clicked: rateDocument(experiments.clickedOf(figure)),
      converted: rateDocument(experiments.convertedOf(figure)),
      revenue: figure.revenue,
      ...(spent && { revenue_per_contact: meanDocument(spent) }),
    });
  }
  return documents;
}

function rateDocument(count: Parameters<typeof experiments.rateOf>[0]) {
  const { value, low, high } = experiments.rateOf(count);
  return { contacts: count.successes, rate: rounded(value), low: rounded(low), high: rounded(high) };
}

function meanDocument(spent: Parameters<typeof experiments.meanEstimate>[0]) {
  const { value, low, high } = experiments.meanEstimate(spent);
  return {
    value: rounded(value),
    ...(low !== undefined && high !== undefined && { low: rounded(low), high: rounded(high) }),
  };
}

async function holdoutDocument(
  db: Db,
  experiment: experiments.StoredExperiment,
  variants: readonly experiments.StoredVariant[],
): Promise<NonNullable<Experiment['holdout_result']>> {
  const { mailed, held } = await experiments.readHoldout(db, experiment, variants);
  const { value, low, high } = experiments.differenceOf(mailed, held);
  return {
    mailed: mailed.contacts,
    mailed_converted: mailed.successes,
    held_out: held.contacts,
    held_out_converted: held.successes,
    lift: rounded(value),
    low: rounded(low),
    high: rounded(high),
  };
}

/** Hundredths of a percent of a percent: more digits would only pretend. */
const rounded = (number: number): number => Math.round(number * 1e6) / 1e6;

import type { Experiment } from '@mailwright/client';
import { type Column, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { hasReport, stateBadge } from '../mailing-states.ts';
import { criterionLabel } from './words.ts';

type Variant = Experiment['variants'][number];
type Rate = Variant['clicked'];

/** Figures of the variants side by side, each share with its interval. */
export function variantTable(visit: Visit, { variants, decision, criterion, holdout_result }: Experiment): Content {
  const { say } = visit;
  const share = ({ contacts, rate: value, low, high }: Rate) =>
    html`${say.share(value, 1)}<br><small>${say('{contacts, number} · {low} to {high}', { contacts, low: say.share(low, 1), high: say.share(high, 1) })}</small>`;
  // Of nobody, nothing is known.
  const rate = ({ recipients }: Variant, of: Rate): Content => (recipients === 0 ? '–' : share(of));
  const hasMoney =
    criterion === 'revenue' || holdout_result !== undefined || variants.some(({ converted }) => converted.contacts > 0);
  const times: Column<Variant>[] = [
    {
      title: say('Sent'),
      cell: ({ starts, send_time }) => (starts === undefined ? send_time : localTime(visit, starts)),
      kind: 'minor whole',
    },
  ];
  const money: Column<Variant>[] = [
    { title: say('Conversions'), cell: (variant) => rate(variant, variant.converted), kind: 'minor number' },
    {
      title: say('Revenue'),
      cell: (variant) => html`${variant.revenue}${perContact(say, variant)}`,
      kind: criterion === 'revenue' ? 'number' : 'minor number',
    },
  ];
  return table<Variant>(
    say('Variants'),
    [
      {
        title: say('Mailing'),
        cell: ({ mailing_id, name, state }) =>
          html`<a href="/console/mailings/${mailing_id}${hasReport(state) && '/report'}">${name}</a>${mailing_id === decision?.mailing_id && html` <b>${say('chosen')}</b>`}`,
      },
      { title: say('Subject'), cell: ({ subject }) => subject, kind: 'minor' },
      { title: say('State'), cell: ({ state }) => stateBadge(say, state), kind: 'minor' },
      ...(variants.some(({ send_time }) => send_time !== undefined) ? times : []),
      { title: say('Recipients'), cell: ({ recipients }) => say.number(recipients), kind: 'number' },
      { title: say('Opened'), cell: (variant) => rate(variant, variant.opened), kind: 'minor number' },
      { title: say('Clicked'), cell: (variant) => rate(variant, variant.clicked), kind: 'number' },
      ...(hasMoney ? money : []),
    ],
    variants,
    say('The variants were deleted.'),
  );
}

/** Revenue for each drawn contact with its interval; nothing if nobody has bought. */
function perContact(say: Say, { converted, revenue_per_contact: mean }: Variant): Content {
  if (mean === undefined || converted.contacts === 0) return undefined;
  const amount = (of: number | undefined) => money(say, of ?? 0);
  const value = amount(mean.value);
  return html`<br><small>${
    mean.low === undefined
      ? say('{value} per contact', { value })
      : say('{value} per contact · {low} to {high}', { value, low: amount(mean.low), high: amount(mean.high) })
  }</small>`;
}

/** An amount with so many decimals as amounts for one contact need. */
const money = (say: Say, amount: number): string => say.number(Math.round(amount * 1000) / 1000);

/** The decision in words; undefined before it. */
export function decisionText(say: Say, { decision, variants, criterion }: Experiment): string | undefined {
  if (decision === undefined) return undefined;
  const name = variants.find(({ mailing_id }) => mailing_id === decision.mailing_id)?.name ?? `#${decision.mailing_id}`;
  if (decision.kind === 'by_hand') return say('A person has chosen “{name}”; no test was made.', { name });
  const by = criterionLabel(say, criterion);
  const chance = say.share(decision.p_value ?? 1, 1);
  return decision.kind === 'winner'
    ? say(
        '{criterion}: “{name}” is better than each other variant. If the best variants were equal, coincidence would make such a difference with a probability of {chance}.',
        { name, chance, criterion: by },
      )
    : say(
        '{criterion}: there is no difference that could not be coincidence (probability {chance}). “{name}”, the first variant, was taken.',
        { name, chance, criterion: by },
      );
}

/** What mails have changed, by those who got none; undefined without them. */
export function holdoutText(say: Say, { holdout_result }: Experiment): string | undefined {
  if (holdout_result === undefined) return undefined;
  const { mailed, mailed_converted, held_out, held_out_converted, lift, low, high } = holdout_result;
  const [part, none] = [say.share(mailed_converted, mailed), say.share(held_out_converted, held_out)];
  const [by, least, most] = [points(say, lift), points(say, low), points(say, high)];
  return low > 0 || high < 0
    ? say(
        'Of the contacts with a mail {mailed} have converted, of those without {none}: a difference of {lift} percentage points ({low} to {high}).',
        { mailed: part, none, lift: by, low: least, high: most },
      )
    : say(
        'Of the contacts with a mail {mailed} have converted, of those without {none}. The difference of {lift} percentage points can be coincidence ({low} to {high}).',
        { mailed: part, none, lift: by, low: least, high: most },
      );
}

/** Percentage points with one decimal. */
const points = (say: Say, share: number): string => say.number(Math.round(share * 1000) / 10);

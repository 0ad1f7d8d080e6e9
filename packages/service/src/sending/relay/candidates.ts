import type { RelayRow } from './store.ts';

/** Properties of a mail on which the choice of its relay depends. */
export interface RoutedMail {
  accountId: number;
  mailingId: number;
  /** Domain of the recipient's address. */
  domain: string;
  /** Name of the relay that the mailing wants; `undefined` if it does not matter. */
  relay?: string | undefined;
}

type Rules = Pick<RelayRow, 'name' | 'rank' | 'account_ids' | 'mailing_ids' | 'domains'>;

/** Returns how precisely the rules of a relay name a mail: 0 if it takes all, `undefined` if it does not take this one. */
function precision({ name, mailing_ids, domains, account_ids }: Rules, mail: RoutedMail): number | undefined {
  const rules: [matches: boolean, isFree: boolean, value: number][] = [
    [mailing_ids.includes(mail.mailingId), mailing_ids.length === 0, 4],
    [domains.includes(mail.domain.toLowerCase()), domains.length === 0, 2],
    [account_ids.includes(mail.accountId), account_ids.length === 0, 1],
  ];
  if (rules.some(([matches, isFree]) => !matches && !isFree)) return undefined;
  const wanted = mail.relay === name ? 8 : 0;
  return rules.reduce((sum, [matches, , value]) => sum + (matches ? value : 0), wanted);
}

/**
 * Returns the relays that may take a mail, in groups that share it by weight. Those come first that its mailing
 * wants, or that are meant for it, then for its domain, then for its account, and among these those of the lowest rank.
 */
export function groupRoutes<Route extends { row: Rules }>(routes: readonly Route[], mail: RoutedMail): Route[][] {
  const fitting = routes.flatMap((route) => {
    const value = precision(route.row, mail);
    return value === undefined ? [] : { route, value, rank: route.row.rank };
  });
  fitting.sort((a, b) => b.value - a.value || a.rank - b.rank);
  const groups = Map.groupBy(fitting, ({ value, rank }) => `${value} ${rank}`);
  return Array.from(groups.values(), (group) => group.map(({ route }) => route));
}

/**
 * Returns one of several by their weights, `undefined` if there are none.
 * @param random from 0 to 1, without 1
 */
export function pickByWeight<Item extends { weight: number }>(
  items: readonly Item[],
  random: number,
): Item | undefined {
  let rest = random * items.reduce((sum, { weight }) => sum + weight, 0);
  return items.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
}

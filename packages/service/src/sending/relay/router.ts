import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/log/log.ts';
import { clockFrom } from '../../platform/time/clock.ts';
import { allDomains } from '../limits/bucket.ts';
import { laterTimes } from '../limits/later-times.ts';
import type { MailRefusal, MailTransport } from '../mail/transport.ts';
import { groupRoutes, pickByWeight, type RoutedMail } from './candidates.ts';
import { Route } from './route.ts';
import { defaultRelay, listRelays, type RelayRow, recordRelayNews, returnToRelay, takeFromRelay } from './store.ts';
import type { OpenRelay } from './stored-relay.ts';

/** Interval in milliseconds at which relays are read again and what was found out about them is recorded. */
const memoryMillis = 5000;

export interface RouterOptions {
  /** The relay of `--smtp`, or the outbox. */
  transport: MailTransport;
  /** Opens other relays; without it, all mails go to the transport. */
  openRelay?: OpenRelay | undefined;
  log?: Log | undefined;
}

/** A mail for which a relay is chosen. */
export interface MailToRoute extends RoutedMail {
  /** Whether it belongs to a sendout. */
  isBulk: boolean;
  /** Whether a person waits for it: limits of relays do not hold it up. */
  isAwaited: boolean;
}

/**
 * Chooses a relay for each mail and sends over it. If a relay fails before it can have taken a mail, the mail goes over the
 * next one at once. A relay that is left is still used if there is no other one: then the engine's own back-off counts.
 */
export class Router {
  #options: RouterOptions;
  #clock: () => number;
  #random: () => number;
  #routes: Route[] = [];
  /** Candidates by what tells mails apart. */
  #candidates = new Map<string, Route[][]>();
  #learnedAt = Number.NEGATIVE_INFINITY;
  /** The clock of the database. */
  #now = () => new Date();
  /** When the last of the mails is due that were put off. */
  #queued = new WeakMap<Route, Date>();

  /** @param clock monotonic, in milliseconds */
  constructor(options: RouterOptions, clock: () => number, random: () => number = Math.random) {
    this.#options = options;
    this.#clock = clock;
    this.#random = random;
  }

  /** Mails that the relays take at the same time, without those that are left. */
  get connections(): number {
    const now = this.#clock();
    const up = this.#routes.filter(({ health }) => health.state(now) !== 'down');
    return (up.length > 0 ? up : this.#routes).reduce((sum, { transport }) => sum + transport.connections, 0);
  }

  /** Reads the relays and records what was found out about them, unless that was done lately. */
  async learn(db: Db): Promise<void> {
    const isDue = this.#clock() >= this.#learnedAt + memoryMillis;
    if (isDue || this.#routes.some(({ hasNewHealth }) => hasNewHealth)) await this.report(db);
    if (isDue) await this.relearn(db);
  }

  /** Reads the relays. Those whose connections are the same keep them. */
  async relearn(db: Db): Promise<void> {
    const { openRelay } = this.#options;
    const rows = (await listRelays(db)).filter(({ name }) => openRelay !== undefined || name === defaultRelay);
    const routes = rows.map((row) => this.#keep(row) ?? new Route(row, this.#open(row)));
    const former = this.#routes.filter((route) => !routes.includes(route));
    this.#routes = routes;
    this.#candidates.clear();
    this.#learnedAt = this.#clock();
    for (const { transport } of former) if (transport !== this.#options.transport) await transport.close();
  }

  #keep(row: RelayRow): Route | undefined {
    const route = this.#routes.find((each) => each.row.id === row.id);
    if (!route || !isDeepStrictEqual(connectionOf(route.row), connectionOf(row))) return undefined;
    if (!isDeepStrictEqual(limitsOf(route.row), limitsOf(row))) {
      route.heldBackUntil = undefined;
      this.#queued.delete(route);
    }
    route.row = row;
    return route;
  }

  #open(row: RelayRow): MailTransport {
    return row.name === defaultRelay ? this.#options.transport : this.#options.openRelay!(row);
  }

  /** Records what was found out about the relays. */
  async report(db: Db): Promise<void> {
    for (const route of this.#routes) {
      const news = route.takeNews(this.#clock());
      if (news === undefined) continue;
      const { id, name } = route.row;
      if (news.down === null) this.#options.log?.(`Relay ${name} takes mails again.`, { level: 'info' });
      else if (news.down)
        this.#options.log?.(`Relay ${name} is left for ${Math.ceil(news.down.millis / 1000)} s: ${news.down.reason}`);
      await recordRelayNews(db, id, news);
    }
  }

  /**
   * Returns a relay with a free connection; `undefined` if the mail has to wait for one.
   * @param selected counts mails that are about to go over a relay
   */
  choose(mail: MailToRoute, selected: (route: Route) => number): Route | undefined {
    const now = this.#clock();
    const usable = this.#usable(mail, (route) => route.isUsable(now, selected(route)));
    const free = usable.filter((route) => route.isFree(selected(route), mail.isBulk));
    return pickByWeight(free, this.#random());
  }

  /** Takes mails that were chosen for relays out of the limits of these; returns which may go. */
  async pass(db: Db, routes: readonly Route[], isAwaited: boolean): Promise<boolean[]> {
    const rest = new Map<Route, boolean[]>();
    for (const [route, mails] of Map.groupBy(routes, (each) => each))
      if (route.isLimited && !isAwaited) rest.set(route, await this.#take(db, route, mails.length));
    return routes.map((route) => rest.get(route)?.shift() ?? true);
  }

  /** Puts mails back that were taken out of the limits of relays and do not go now. */
  async giveBack(db: Db, routes: readonly Route[], isAwaited: boolean): Promise<void> {
    for (const [{ row, isLimited }, mails] of Map.groupBy(routes, (each) => each))
      if (isLimited && !isAwaited) await returnToRelay(db, row.id, mails.length);
  }

  async #take(db: Db, route: Route, count: number): Promise<boolean[]> {
    const { granted, blocked, now } = await takeFromRelay(db, route.row.id, count);
    this.#now = clockFrom(now);
    route.heldBackUntil = blocked.get(allDomains);
    return granted;
  }

  /** Whether the limits of some relay hold mails back. */
  get holdsBack(): boolean {
    return this.#routes.some((route) => this.#isHeldBack(route));
  }

  /** Returns the first relay that takes mails again, if limits hold back all that may take a mail. */
  heldBackBy(mail: MailToRoute): Route | undefined {
    const routes = this.#candidatesOf(mail).flat();
    if (mail.isAwaited || routes.some((route) => !this.#isHeldBack(route))) return undefined;
    return routes.toSorted((a, b) => a.heldBackUntil!.getTime() - b.heldBackUntil!.getTime())[0];
  }

  /** When mails go that the limits of a relay hold back: behind those that it has held back before, at its rate. */
  later(route: Route, count: number): Date[] {
    const from = Math.max(route.heldBackUntil!.getTime(), this.#queued.get(route)?.getTime() ?? 0);
    const times = laterTimes(count, new Date(from), route.row.per_minute);
    if (times.length > 0) this.#queued.set(route, times.at(-1)!);
    return times;
  }

  /**
   * Hands a mail over a relay, or if that fails, over the others that may take it.
   * @param first the relay that was chosen; it counts the mail in flight already
   */
  async send(
    db: Db,
    first: Route,
    mail: MailToRoute,
    hand: (transport: MailTransport) => Promise<MailRefusal | undefined>,
  ): Promise<MailRefusal | undefined> {
    let refusal = await first.send(hand, this.#clock);
    let isHopeless = refusal?.hopeless === true;
    const tried = new Set([first]);
    while (refusal?.concerns === 'server' && !refusal.uncertain) {
      const next = await this.#next(db, mail, tried);
      if (next === undefined) return { ...refusal, hopeless: isHopeless };
      tried.add(next);
      next.inFlight++;
      try {
        refusal = await next.send(hand, this.#clock);
      } finally {
        next.inFlight--;
      }
      isHopeless &&= refusal?.hopeless === true;
    }
    return refusal;
  }

  async #next(db: Db, mail: MailToRoute, tried: ReadonlySet<Route>): Promise<Route | undefined> {
    const refused = new Set(tried);
    for (;;) {
      const now = this.#clock();
      const usable = this.#usable(mail, (route) => route.isUsable(now, 0), refused);
      const next = pickByWeight(usable, this.#random());
      if (next === undefined || (await this.pass(db, [next], mail.isAwaited))[0]) return next;
      refused.add(next);
    }
  }

  /** The candidates of a mail that share it now: the first group with one that is up, or the first one at all. */
  #usable(mail: MailToRoute, isUp: (route: Route) => boolean, without?: ReadonlySet<Route>): Route[] {
    const groups = this.#candidatesOf(mail).flatMap((group) => {
      const open = group.filter((route) => !without?.has(route) && (mail.isAwaited || !this.#isHeldBack(route)));
      return open.length > 0 ? [open] : [];
    });
    return groups.map((group) => group.filter(isUp)).find((group) => group.length > 0) ?? groups[0] ?? [];
  }

  #isHeldBack({ heldBackUntil }: Route): boolean {
    return heldBackUntil !== undefined && heldBackUntil > this.#now();
  }

  /** All relays that may take a mail. The outbox is none if there is another one. */
  #candidatesOf(mail: MailToRoute): Route[][] {
    const isNamed = {
      mailing: this.#routes.some(({ row }) => row.mailing_ids.includes(mail.mailingId)),
      domain: this.#routes.some(({ row }) => row.domains.includes(mail.domain.toLowerCase())),
      account: this.#routes.some(({ row }) => row.account_ids.includes(mail.accountId)),
    };
    const key = [
      isNamed.mailing && mail.mailingId,
      isNamed.domain && mail.domain.toLowerCase(),
      isNamed.account && mail.accountId,
    ].join(' ');
    const known = this.#candidates.get(key);
    if (known) return known;
    const groups = groupRoutes(this.#routes, mail);
    const elsewhere = groups.map((group) => group.filter(({ transport }) => !transport.isLocal));
    const others = elsewhere.filter((group) => group.length > 0);
    const candidates = others.length > 0 ? others : groups;
    this.#candidates.set(key, candidates);
    return candidates;
  }
}

/** What a connection to a relay depends on. */
const connectionOf = ({ address, password_source, require_tls, dkim, connections }: RelayRow) => {
  return { address, password_source, require_tls, dkim, connections };
};

const limitsOf = ({ per_minute, per_day }: RelayRow) => ({ per_minute, per_day });

import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/log/log.ts';
import { clockFrom } from '../../platform/time/clock.ts';
import { allDomains } from '../limits/bucket.ts';
import { laterTimes } from '../limits/later-times.ts';
import type { MailRefusal, MailTransport } from '../mail/transport.ts';
import { type LookUpExchanges, Receivers } from '../receivers/receivers.ts';
import { endPace, listPaces, recordRequest, returnToPace, takeFromPaces, toPace } from '../receivers/store.ts';
import { withdrawn } from '../receivers/watch.ts';
import type { HinderedSendout } from './back-off.ts';
import { groupRoutes, pickByWeight, type RoutedMail } from './candidates.ts';
import { KnownPace, Route, type RouteHold } from './route.ts';
import { defaultRelay, listRelays, type RelayRow, recordRelayNews, returnToRelay, takeFromRelay } from './store.ts';
import type { OpenRelay } from './stored-relay.ts';

/** Milliseconds between two reads of the relays, each of which also records their health and counts. */
const memoryMillis = 5000;

export interface RouterOptions {
  /** The relay of `--smtp`, or the outbox. */
  transport: MailTransport;
  /** Opens other relays; without it, all mails go to the transport. */
  openRelay?: OpenRelay | undefined;
  /** Tells receivers by their mail exchangers; without it, each domain that is not well known is one of its own. */
  lookUpExchanges?: LookUpExchanges | undefined;
  log?: Log | undefined;
}

/** A mail for which a relay is chosen. */
export interface MailToRoute extends RoutedMail {
  /** The mail belongs to a sendout. */
  isBulk: boolean;
  /** A person waits for the mail; limits of relays do not delay it. */
  isAwaited: boolean;
  /** The sender waits for the outcome; the back-off of relays does not delay the mail. */
  isTrial: boolean;
  /** How often a receiver has deferred the mail before. */
  deferrals: number;
}

/** A mail that is about to go over a relay to a receiver. */
export interface ChosenRoute {
  route: Route;
  receiver: string;
}

/**
 * Chooses a relay for each mail and sends over it. If a relay fails before it can have taken a mail, the mail goes over the
 * next one at once. A relay that is left is still used if there is no other one; then the mails that only it takes wait for its
 * back-off, and those of other relays go on.
 */
export class Router {
  #options: RouterOptions;
  #clock: () => number;
  #random: () => number;
  #routes: Route[] = [];
  /** Candidates by the properties on which the choice depends. */
  #candidates = new Map<string, Route[][]>();
  #learnedAt = Number.NEGATIVE_INFINITY;
  /** The clock of the database. */
  #now = () => new Date();
  #receivers: Receivers;

  /** @param clock monotonic, in milliseconds */
  constructor(options: RouterOptions, clock: () => number, random: () => number = Math.random) {
    this.#options = options;
    this.#clock = clock;
    this.#random = random;
    this.#receivers = new Receivers(options.lookUpExchanges, clock);
  }

  /**
   * Number of mails that relays can take at once. Of relays that are left only the mails in flight count, so that those
   * which wait for a dead relay take no connections from others.
   */
  get connections(): number {
    return this.#sum(({ transport }) => transport.connections);
  }

  /** Number of those that sendouts may use; the others are reserved for mails for which a person waits. */
  get bulkConnections(): number {
    return this.#sum(({ bulkConnections }) => bulkConnections);
  }

  #sum(connectionsOf: (route: Route) => number): number {
    const now = this.#clock();
    const isUp = ({ health }: Route) => health.state(now) !== 'down';
    const isAnyUp = this.#routes.some(isUp);
    return this.#routes.reduce(
      (sum, route) => sum + (isUp(route) || !isAnyUp ? connectionsOf(route) : route.inFlight),
      0,
    );
  }

  /** Milliseconds that the quickest relay takes for a mail at least; undefined before the first one. */
  get mailMillis(): number | undefined {
    const known = this.#routes.flatMap((route) => route.mailMillis.least ?? []);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  /** Milliseconds until the first back-off of a relay ends; 0 if there is none. */
  get pauseMillis(): number {
    const now = this.#clock();
    const pauses = this.#routes.map(({ backOff }) => backOff.waitMillis(now)).filter((millis) => millis > 0);
    return pauses.length === 0 ? 0 : Math.min(...pauses);
  }

  /** Returns the sendouts to stop because their relays have accepted nothing for too long, with the reply of each relay. */
  takeExhausted(): { reason: string; sendouts: HinderedSendout[] }[] {
    return this.#routes.flatMap(({ backOff }) => backOff.exhausted() ?? []);
  }

  /** Reads the relays and records their health and counts, unless the last time is less than the interval ago. */
  async learn(db: Db): Promise<void> {
    const isDue = this.#clock() >= this.#learnedAt + memoryMillis;
    if (isDue || this.#routes.some(({ hasUrgentNews }) => hasUrgentNews)) await this.report(db);
    if (isDue) await this.relearn(db);
  }

  /** Reads the relays. Keeps the connections of those whose settings are the same. */
  async relearn(db: Db): Promise<void> {
    const { openRelay } = this.#options;
    const rows = (await listRelays(db)).filter(({ name }) => openRelay !== undefined || name === defaultRelay);
    const routes = rows.map((row) => this.#keep(row) ?? new Route(row, this.#open(row)));
    const former = this.#routes.filter((route) => !routes.includes(route));
    this.#routes = routes;
    this.#candidates.clear();
    this.#learnedAt = this.#clock();
    await this.#learnPaces(db);
    for (const { transport } of former) if (transport !== this.#options.transport) await transport.close();
  }

  async #learnPaces(db: Db): Promise<void> {
    const byRelay = Map.groupBy(await listPaces(db), ({ relay_id }) => relay_id);
    for (const route of this.#routes) {
      const known = (byRelay.get(route.row.id) ?? []).map((row) => {
        const pace = route.paces.get(row.receiver) ?? new KnownPace(toPace(row));
        pace.update(toPace(row));
        return [row.receiver, pace] as const;
      });
      route.paces = new Map(known);
    }
  }

  #keep(row: RelayRow): Route | undefined {
    const route = this.#routes.find((each) => each.row.id === row.id);
    if (!route || !isDeepStrictEqual(connectionOf(route.row), connectionOf(row))) return undefined;
    if (!isDeepStrictEqual(limitsOf(route.row), limitsOf(row))) {
      route.heldBackUntil = undefined;
      route.queuedUntil = undefined;
    }
    route.row = row;
    return route;
  }

  #open(row: RelayRow): MailTransport {
    return row.name === defaultRelay ? this.#options.transport : this.#options.openRelay!(row);
  }

  /** Records health and counts of the relays. */
  async report(db: Db): Promise<void> {
    let isPaceNew = false;
    for (const route of this.#routes) {
      for (const [receiver, request] of route.takeRequests()) {
        if (request === withdrawn) await endPace(db, route.row.id, receiver);
        else await recordRequest(db, route.row.id, receiver, request);
        isPaceNew = true;
      }
      const news = route.takeNews(this.#clock());
      if (news === undefined) continue;
      const { id, name } = route.row;
      if (news.down === null) this.#options.log?.(`Relay ${name} takes mails again.`, { level: 'info' });
      else if (news.down)
        this.#options.log?.(`Relay ${name} is left for ${Math.ceil(news.down.millis / 1000)} s: ${news.down.reason}`);
      await recordRelayNews(db, id, news);
    }
    if (isPaceNew) await this.#learnPaces(db);
  }

  /** Returns the receiver of the mails to a domain, as far as it is known. */
  receiverOf(domain: string): string {
    return this.#receivers.nameOf(domain);
  }

  /**
   * Returns a relay with a free connection, or `undefined` if the mail must wait for one, or for the end of a back-off.
   * @param selected counts mails that are about to go over a relay
   */
  choose(mail: MailToRoute, selected: (route: Route) => number): Route | undefined {
    const now = this.#clock();
    const isPausing = ({ backOff }: Route) => !mail.isTrial && backOff.waitMillis(now) > 0;
    const usable = this.#usable(mail, (route) => route.isUsable(now, selected(route)) && !isPausing(route));
    const free = usable.filter((route) => !isPausing(route) && route.isFree(selected(route), mail.isBulk));
    return pickByWeight(free, this.#random());
  }

  /** Takes mails out of the limits of their relays and the paces of their receivers. Returns the mails that may go. */
  async pass(db: Db, chosen: readonly ChosenRoute[], isAwaited: boolean): Promise<boolean[]> {
    const passed = new Map<ChosenRoute, boolean>();
    for (const [route, mails] of Map.groupBy(isAwaited ? [] : chosen, (each) => each.route)) {
      const granted = route.isLimited ? await this.#takeFromRelay(db, route, mails.length) : mails.map(() => true);
      for (const [at, mail] of mails.entries()) passed.set(mail, granted[at]!);
      const paced = mails.filter((mail) => passed.get(mail) && route.paces.has(mail.receiver));
      if (paced.length === 0) continue;
      const within = await this.#takeFromPaces(db, route, paced);
      const refused = paced.filter((_, at) => !within[at]);
      for (const mail of refused) passed.set(mail, false);
      if (route.isLimited && refused.length > 0) await returnToRelay(db, route.row.id, refused.length);
    }
    return chosen.map((mail) => passed.get(mail) ?? true);
  }

  /** Returns unsent mails to the limits and paces from which they were taken. */
  async giveBack(db: Db, chosen: readonly ChosenRoute[], isAwaited: boolean): Promise<void> {
    if (isAwaited) return;
    for (const [{ row, isLimited, paces }, mails] of Map.groupBy(chosen, ({ route }) => route)) {
      if (isLimited) await returnToRelay(db, row.id, mails.length);
      const paced = mails.filter(({ receiver }) => paces.has(receiver));
      for (const [receiver, { length }] of Map.groupBy(paced, (mail) => mail.receiver))
        await returnToPace(db, row.id, receiver, length);
    }
  }

  async #takeFromRelay(db: Db, route: Route, count: number): Promise<boolean[]> {
    const { granted, blocked, now } = await takeFromRelay(db, route.row.id, count);
    this.#now = clockFrom(now);
    route.heldBackUntil = blocked.get(allDomains);
    return granted;
  }

  async #takeFromPaces(db: Db, { row, paces }: Route, mails: readonly ChosenRoute[]): Promise<boolean[]> {
    const receivers = mails.map(({ receiver }) => receiver);
    const { granted, blocked, now } = await takeFromPaces(db, row.id, receivers);
    this.#now = clockFrom(now);
    for (const receiver of new Set(receivers)) paces.get(receiver)!.heldBackUntil = blocked.get(receiver);
    return granted;
  }

  /** Reports whether a limit or the back-off of a relay or the pace of a receiver holds mails back. */
  get holdsBack(): boolean {
    const isHeld = (route: Route) => [route, ...route.paces.values()].some((hold) => this.#isActive(hold));
    return this.#pausesSome || this.#routes.some(isHeld);
  }

  /** Reports whether mails of some relays wait for a back-off while those of others may go. */
  get #pausesSome(): boolean {
    const now = this.#clock();
    const pausing = this.#routes.filter(({ backOff }) => backOff.waitMillis(now) > 0).length;
    return pausing > 0 && pausing < this.#routes.length;
  }

  /** Returns the hold that ends first if every relay holds the mail back. */
  heldBackBy(mail: MailToRoute): RouteHold | undefined {
    if (mail.isTrial) return undefined;
    const pausesSome = this.#pausesSome;
    const holds = this.#candidatesOf(mail)
      .flat()
      .map(
        (route) =>
          (mail.isAwaited ? undefined : this.#holdOf(route, mail)) ?? (pausesSome ? this.#pauseOf(route) : undefined),
      );
    if (holds.includes(undefined)) return undefined;
    return (holds as RouteHold[]).toSorted((a, b) => a.heldBackUntil!.getTime() - b.heldBackUntil!.getTime())[0];
  }

  /** Returns the times at which postponed mails go: after those postponed earlier, at the rate of the hold. */
  later(hold: RouteHold, count: number): Date[] {
    const from = Math.max(hold.heldBackUntil!.getTime(), hold.queuedUntil?.getTime() ?? 0);
    const times = laterTimes(count, new Date(from), hold.perMinute(this.#now()));
    if (times.length > 0) hold.queuedUntil = times.at(-1)!;
    return times;
  }

  /**
   * Sends a mail over a relay, and over the other candidates if that relay fails.
   * @param first the chosen relay, which has counted the mail as in flight
   */
  async send(
    db: Db,
    first: Route,
    mail: MailToRoute,
    hand: (transport: MailTransport) => Promise<MailRefusal | undefined>,
  ): Promise<MailRefusal | undefined> {
    const receiver = this.receiverOf(mail.domain);
    let refusal = await first.send(receiver, hand, this.#clock, mail.deferrals);
    let isHopeless = refusal?.hopeless === true;
    const tried = new Set([first]);
    let last = first;
    while (refusal?.concerns === 'server' && !refusal.uncertain) {
      const next = await this.#next(db, mail, tried);
      if (next === undefined) break;
      tried.add(next);
      next.inFlight++;
      try {
        refusal = await next.send(receiver, hand, this.#clock, mail.deferrals);
      } finally {
        next.inFlight--;
      }
      isHopeless &&= refusal?.hopeless === true;
      last = next;
    }
    const sendout = mail.isBulk ? { accountId: mail.accountId, mailingId: mail.mailingId } : undefined;
    if (refusal?.concerns !== 'server') {
      last.backOff.succeeded();
      if (sendout) for (const { backOff } of this.#routes) backOff.passed(sendout);
      return refusal;
    }
    const hindering = refusal.uncertain ? [last] : tried;
    for (const { backOff } of hindering) backOff.failed(refusal.message, this.#clock(), isHopeless, sendout);
    return { ...refusal, hopeless: isHopeless };
  }

  async #next(db: Db, mail: MailToRoute, tried: ReadonlySet<Route>): Promise<Route | undefined> {
    const refused = new Set(tried);
    for (;;) {
      const now = this.#clock();
      const usable = this.#usable(mail, (route) => route.isUsable(now, 0), refused);
      const next = pickByWeight(usable, this.#random());
      if (next === undefined) return undefined;
      const chosen = { route: next, receiver: this.receiverOf(mail.domain) };
      if ((await this.pass(db, [chosen], mail.isAwaited))[0]) return next;
      refused.add(next);
    }
  }

  /** Returns the first group of candidates in which a relay is up, or the first group. */
  #usable(mail: MailToRoute, isUp: (route: Route) => boolean, without?: ReadonlySet<Route>): Route[] {
    const groups = this.#candidatesOf(mail).flatMap((group) => {
      const open = group.filter((route) => !without?.has(route) && (mail.isAwaited || !this.#holdOf(route, mail)));
      return open.length > 0 ? [open] : [];
    });
    return groups.map((group) => group.filter(isUp)).find((group) => group.length > 0) ?? groups[0] ?? [];
  }

  /** Returns the hold that keeps a relay from taking a mail: its limits, or the pace of the receiver. */
  #holdOf(route: Route, { domain }: MailToRoute): RouteHold | undefined {
    if (this.#isActive(route)) return route;
    if (route.paces.size === 0) return undefined;
    const pace = route.paces.get(this.receiverOf(domain));
    return pace && this.#isActive(pace) ? pace : undefined;
  }

  /** Returns the back-off of a relay as a hold, if there is one. */
  #pauseOf({ backOff, pause }: Route): RouteHold | undefined {
    const millis = backOff.waitMillis(this.#clock());
    if (millis === 0) return undefined;
    pause.heldBackUntil = new Date(this.#now().getTime() + millis);
    pause.queuedUntil = undefined;
    return pause;
  }

  #isActive({ heldBackUntil }: RouteHold): boolean {
    return heldBackUntil !== undefined && heldBackUntil > this.#now();
  }

  /** Returns all relays that may take a mail, the outbox only if there is no other. */
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
      mail.relay,
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

/** Returns the settings of a relay that require a new connection when they change. */
const connectionOf = ({ address, password_source, require_tls, dkim, dkim_key, connections }: RelayRow) => {
  return { address, password_source, require_tls, dkim, dkim_key, connections };
};

const limitsOf = ({ per_minute, per_day, warm_up }: RelayRow) => ({ per_minute, per_day, warm_up });

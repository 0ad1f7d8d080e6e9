import type { Route } from '../relay/route.ts';
import type { Router } from '../relay/router.ts';
import type { Lease } from './lease.ts';
import { type Routed, routingOf } from './purpose-rules.ts';

/** Selects the recipients who go in flight in one round, each with a relay. */
export class RoutedSelection {
  #router: Router;
  #byRoute = new Map<Route, number>();

  constructor(router: Router) {
    this.#router = router;
  }

  /** Takes the first recipient of a lease for whom a relay is free. */
  take(lease: Lease): Routed | undefined {
    const selectedBy = (route: Route) => this.#byRoute.get(route) ?? 0;
    for (const [at, recipient] of lease.waiting.entries()) {
      const mail = routingOf(lease, recipient);
      const route = this.#router.choose(mail, selectedBy);
      if (route === undefined) continue;
      lease.waiting.splice(at, 1);
      this.#byRoute.set(route, selectedBy(route) + 1);
      return { ...recipient, route, receiver: this.#router.receiverOf(mail.domain), ahead: undefined };
    }
    return undefined;
  }
}

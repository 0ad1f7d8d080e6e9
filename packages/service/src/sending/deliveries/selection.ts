import type { Route } from '../relay/route.ts';
import type { Router } from '../relay/router.ts';
import type { InFlight } from './in-flight.ts';
import type { Lease } from './lease.ts';
import { type Routed, routingOf } from './purpose-rules.ts';
import { domainOf } from './recipients.ts';

/** The recipients who go in flight in one round, each with a relay. */
export class RoutedSelection {
  #router: Router;
  #inFlight: InFlight;
  #mostTo: (domain: string) => number;
  #byDomain = new Map<string, number>();
  #byRoute = new Map<Route, number>();

  /** @param mostTo mails that may be in flight to a domain */
  constructor(router: Router, inFlight: InFlight, mostTo: (domain: string) => number) {
    this.#router = router;
    this.#inFlight = inFlight;
    this.#mostTo = mostTo;
  }

  /** Takes the first recipient of a lease to whose domain not too many mails are in flight, and for whom a relay is free. */
  take(lease: Lease): Routed | undefined {
    const selectedBy = (route: Route) => this.#byRoute.get(route) ?? 0;
    for (const [at, recipient] of lease.waiting.entries()) {
      const domain = domainOf(recipient);
      const selectedTo = this.#byDomain.get(domain) ?? 0;
      if (this.#inFlight.to(domain) + selectedTo >= this.#mostTo(domain)) continue;
      const route = this.#router.choose(routingOf(lease, recipient), selectedBy);
      if (route === undefined) continue;
      lease.waiting.splice(at, 1);
      this.#byDomain.set(domain, selectedTo + 1);
      this.#byRoute.set(route, selectedBy(route) + 1);
      return { ...recipient, route };
    }
    return undefined;
  }
}

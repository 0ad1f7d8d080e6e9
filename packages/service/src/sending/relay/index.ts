/** Exports relays and receivers to other contexts, which import them as the namespace `relaying`. */

export { rateOf } from '../receivers/pace.ts';
export type { LookUpExchanges } from '../receivers/receivers.ts';
export { listPaces, toPace } from '../receivers/store.ts';
export { type AccountRelay, relaysOfAccount } from './account-view.ts';
export { probeRelay, type RelayOffer } from './probe.ts';
export { relayTo } from './relay.ts';
export {
  defaultRelay,
  deleteRelay,
  findRelay,
  insertRelay,
  listRelays,
  missingMailings,
  type RelayRow,
  updateRelay,
  warmUpOf,
} from './store.ts';
export { type OpenRelay, openRelays } from './stored-relay.ts';
export { defaultWarmUp, warmUpLimit } from './warm-up.ts';

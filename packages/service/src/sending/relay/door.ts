/** What other contexts use of relays, as one name of the context. */
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
} from './store.ts';
export { type OpenRelay, openRelays } from './stored-relay.ts';

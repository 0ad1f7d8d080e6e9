export { proofRecord } from './proof.ts';
export { type SenderStanding, senderFault } from './rule.ts';
export {
  addSenderDomains,
  hasProvenDomain,
  listSenderDomains,
  removeForeignDomains,
  removeSenderDomain,
  type SenderProof,
  senderStanding,
} from './store.ts';

export { proofRecord } from './proof.ts';
export { type SenderStanding, senderFault } from './rule.ts';
export {
  addSenderDomains,
  listSenderDomains,
  removeForeignDomains,
  removeSenderDomain,
  type SenderDomain,
  type SenderProof,
  senderStanding,
} from './store.ts';

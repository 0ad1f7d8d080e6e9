/**
 * Contract tests for services that speak XML. `loadContract` reads a description, `judge` holds one exchange against it.
 * The judge shares no code with any server: XML is read by the reference codec, JSON judged by Prism.
 */
export { type Contract, loadContract } from './contract/contract.ts';
export type { Exchange, HeaderLines, ReceivedResponse, SentRequest } from './exchange/exchange.ts';
export { recordingFetch } from './exchange/recording-fetch.ts';
export type { Finding, Rule } from './judge/finding.ts';
export { judge, type Verdict } from './judge/judge.ts';

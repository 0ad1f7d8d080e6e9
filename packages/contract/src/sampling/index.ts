/**
 * Judges a sample of the traffic of a deployed service against its description: as middleware for Express, Fastify, Hono, `node:http`
 * and handlers in the style of `fetch`.
 */
export type { Finding } from '../judge/finding.ts';
export type { Drift, NotJudged, SampleCounts, SampleOptions } from './options.ts';
export { sampleTraffic, type TrafficSample } from './sample-traffic.ts';

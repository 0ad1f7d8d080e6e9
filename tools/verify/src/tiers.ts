/**
 * Test files that `npm test` leaves to `npm run test:full`, by what they prove beyond it. `npm test` proves the product in minutes:
 * every operation over HTTPS, every rule, every package, both databases, a sendout, a kill, a film, the contract kit. A new test
 * file belongs to `npm test` unless it is listed here; the budgets below say when there are too many.
 */
const laterFiles: Record<string, string[]> = {
  'processes: each command, signal and start, where one kill and the API stand for them': [
    'packages/service/test/process/!(kill|api).test.ts',
    'packages/service/test/{demo,life,upgrade,workers}/*.test.ts',
  ],
  'the disk and the embedded database: crashes, power failures, backups, several servers': [
    'packages/service/test/power/*.test.ts',
    'packages/service/test/db/{backup,backup-continue,backup-verify,compiled,lost-connections,open,pgbouncer}.test.ts',
    'packages/service/test/db/{postgres-guardian,several-servers,signals,deleted-meanwhile}.test.ts',
    'packages/service/test/db/embedded-*.test.ts',
  ],
  'guides and examples, run as a reader would': [
    'packages/service/test/guides/*.test.ts',
    'packages/service/test/e2e/{snippets,docs-page}.test.ts',
    'spec/docs/site/browser.test.ts',
  ],
  'pages in a browser beyond the film': [
    'packages/service/test/pages/*.test.ts',
    'packages/service/test/film/{never-lost,office/*}.test.ts',
    'packages/service/test/e2e/{console-pages,console-operations,designs-checked,designs-in-browser,rendering}.test.ts',
    'packages/service/test/sign-up/{browser,branding}.test.ts',
    'packages/service/test/users/passkeys.test.ts',
    'packages/contract/test/page.test.ts',
  ],
  'each page of the console held against the API, and walked by each role': [
    'packages/service/test/truth/truth.test.ts',
    'packages/service/test/users/roles-at-the-console.test.ts',
  ],
  'hostile input in bulk': [
    'packages/service/test/{hostile/*,delivery/smtp-bytes}.test.ts',
    'packages/service/test/quality/hostile-contents.test.ts',
    'packages/service/test/sign-up/{hostile,door}.test.ts',
    'packages/service/test/e2e/{bounds,bad-bodies,slow-clients}.test.ts',
    'tools/verify/test/{dictionaries,linear-time}.test.ts',
  ],
  'other programs as judges': [
    'packages/service/test/judges/*.test.ts',
    'packages/service/test/e2e/spamassassin.test.ts',
    'tools/codegen/test/{zod,second-opinion,rivals,s3-client,s3-stub}.test.ts',
  ],
  'many schedules, races and sizes': [
    'packages/service/test/{interleavings,growth,statements}/*.test.ts',
    'packages/service/test/e2e/{fairness,mailing-fetches,mailing-races,mjml,clock-steps,races}.test.ts',
    'packages/service/test/account/{moving,hostile-files}.test.ts',
    'packages/service/test/import/*.test.ts',
    'packages/service/test/audiences/{property,refresh}.test.ts',
    'packages/service/test/{bounces/{mailbox,purposes},double-opt-in/property,erasure/scrub,schedules/spread}.test.ts',
    'packages/service/test/people/{permission.property,rename,synchronize}.test.ts',
    'packages/service/test/sending/{claims,copies,guard,invariants,purposes,relays,told}.test.ts',
    'packages/service/test/sending/proof/*.test.ts',
    'packages/service/test/users/codes.test.ts',
    'packages/client/test/{type-cost,upload,runtimes}.test.ts',
    'packages/xml-codec/test/{memory,stream-memory,size}.test.ts',
  ],
  'the generator on many descriptions, compiled': [
    'tools/codegen/test/{any-schema,corpus,descriptions,examples,files,round-trip,schemas,tools,type-judge}.test.ts',
    'tools/pack/src/starters.test.ts',
  ],
  'the contract kit beyond our own service': [
    'packages/contract/test/{action,broken-server,browser-traffic,cleanup,corpus,harm,interrupt,mock-corpus,mock-corpus-of-others,mock-verify,recorded-traffic,recording,sampling-frameworks,sampling-streams,stubs,workflows}.test.ts',
  ],
};

export const later: string[] = Object.values(laterFiles).flat();

/**
 * Limits of processor time, in seconds of the reference machine (processor-time.ts): half above what was measured on a machine
 * that was busy otherwise (630 to 710, and 1,700). A tier that needs more has grown: make tests cheaper, or move some to the next
 * tier.
 */
export const budgets: Record<'test' | 'full', number> = { test: 1000, full: 2600 };

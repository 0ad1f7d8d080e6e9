/** First line of each block that the walk through the guides does not run, with the reason; by guide. */
export const leftOut: Record<string, Record<string, string>> = {
  'quick-start': {
    'npm ci && npm start': 'npm run try-readme runs it in fresh clones',
  },
  packages: {
    '*': 'tools/pack/test/packages-guide.test.ts runs it with packed packages',
  },
  'first-call': {
    '*': 'tools/codegen/test/first-call-guide.test.ts runs it',
  },
  'openapi-fetch': {
    '*': 'test/e2e/openapi-fetch.test.ts and tools/pack/test/openapi-fetch.test.ts run the same',
  },
  'transactional-mails': {
    'npx mailwright serve --data shop --submission-port 587 --submissions-port 465':
      'needs ports below 1024; test/transactional-mails/submission.test.ts uses others',
  },
  people: {
    '{': 'is a file for an OpenID Connect provider; test/users/single-sign-on.test.ts has one',
  },
  console: {
    'npx -p @mailwright/console mailwright-console --api https://mail.example.com/1.0':
      'runs until it is ended; test/e2e/console-operations.test.ts uses it apart',
  },
  'relays-and-bounces': {
    '*': 'needs mail servers and providers; test/process/relays-guide.test.ts runs its commands against some',
  },
  'command-line': {
    '{ "mcpServers": { "mailwright": { "command": "npx", "args": ["mailwright", "mcp", "--key-file", "assistant.key"] } } }':
      'is a setting of an assistant; test/process/api.test.ts connects one',
    '{ "mcpServers": { "mail": { "url": "https://mail.example.com/mcp", "headers": { "Authorization": "Bearer mw_…" } } } }':
      'is one of an assistant elsewhere; test/e2e/assistants.test.ts connects one',
  },
  automation: {
    "curl -u \"$API_KEY:\" -H 'content-type: application/json' https://localhost:8443/1.0/marketing-automation -d '{":
      'needs an active mailing; test/e2e/automation-watched.test.ts starts programs in this way',
    '{': 'needs active mailings; test/e2e/automation.test.ts has such a program',
    "curl -u \"$API_KEY:\" -H 'content-type: application/json' https://localhost:8443/1.0/marketing-automation/1/simulation -d '{":
      'needs a program; test/truth/rows/drawing.ts tries one',
    'curl -u "$API_KEY:" https://localhost:8443/1.0/marketing-automation/1/takeover':
      'needs a program with contacts; test/truth/rows/takeover.ts takes some over',
  },
  'campaigns-as-code': {
    'fields:': 'is a file; files.ts has it',
    'webhooks:': 'is a part of a file; test/e2e/campaigns.test.ts applies webhooks',
    'on:': 'is a setting of a CI; test/process/campaigns.test.ts runs its commands',
  },
  'compose-by-blocks': {
    '<mj-raw>{% if contact.CITY == "Bonn" %}</mj-raw>':
      'is content; packages/console/src/blocks/conditions.test.ts reads and writes it',
  },
  events: {
    '{ "type": "mail_events", "timestamp": 1930118400003, "events": [{ "id": "click-7", "type": "clicked", "…": "…" }] }':
      'is a request of the service; test/e2e/mail-event-webhooks.test.ts receives some',
  },
  upgrading: {
    '*': 'needs directories of an older version; test/upgrade/check.test.ts checks, upgrades and goes back with some',
  },
  mailings: {
    '<!--rss url="https://example.com/feed" count="3"-->': 'is content; test/e2e/mailing-fetches.test.ts sends it',
  },
  'send-times': {
    "const when = { mailingid, date: '2031-03-30', hours: '9', minutes: '00' };":
      'needs a mailing that is ready; test/schedules/local-time.test.ts schedules such ones',
  },
  sending: {
    '{ "answers": { "forward_to": "team@example.com", "unsubscribe": "ask", "all_mailings": true } }':
      'is a body; test/answers/answers.test.ts sends it',
    'npx mailwright relays add backup smtps://user@backup.example.com --password-file /etc/mailwright/backup-password':
      'needs a second SMTP server; test/sending/relays.test.ts has several',
    'npx mailwright relays add shop smtp://user@shop.example.com --password-env MAILWRIGHT_RELAY_SHOP --for-account 2':
      'needs a second SMTP server; test/sending/relays.test.ts has several',
    'npx mailwright dkim --domain news.example.com --selector relay2 --dkim-keys /etc/mailwright/dkim':
      'needs a relay; test/sending/relay-keys.test.ts gives one a key',
    'npx mailwright serve --smtp smtp://user:secret@relay.example.com --dkim-keys /etc/mailwright/dkim --bounce-domain bounce.example.com':
      'needs an SMTP server; test/sending/dkim.test.ts has one',
    'npx mailwright serve --smtp smtp://user:secret@relay.example.com --bounce-mailbox imaps://bounces%40example.com@imap.example.com/INBOX --bounce-mailbox-password-file /etc/mailwright/imap-password':
      'needs an IMAP server; test/bounces/mailbox.test.ts has one',
    '{': 'is a file for a mail server with OAuth 2.0; test/judges/access-tokens.test.ts writes one',
    'POST /bounce-events/neutral': 'is a request to sign; test/bounces/events.test.ts signs it',
    'npx mailwright serve --no-worker --public-url https://news.example.com':
      'runs several processes; test/process/workers.test.ts does so',
    '*._report._dmarc.bounces.example.com.  TXT  "v=DMARC1;"':
      'is a record of the DNS; test/domain-reports/reports.test.ts gets reports by mail',
    'const last_mailing_id = 4317; // an active trigger mailing: “Do you still want our newsletter?”':
      'needs an active mailing; test/e2e/sunset.test.ts sets such a policy',
  },
  tracking: {
    '<img src="https://mail.example.com/k/1/1?t=TOKEN&v=19.90&o=A-1001" alt="" />':
      'is markup for a shop; test/e2e/conversions.test.ts requests it',
  },
  paging: {
    'X-Items: 214': 'is an answer; test/e2e/mailing-lists.test.ts reads these headers',
  },
  errors: {
    '<?xml version="1.0" encoding="UTF-8"?>': 'is an answer; test/e2e/errors-guide.test.ts compares it',
    '<error>': 'is an answer; test/e2e/errors-guide.test.ts compares it',
    '<error><message>the parameter permision is not known; did you mean permission?</message></error>':
      'is an answer; test/e2e/errors-guide.test.ts compares it',
  },
  'one-server': {
    '*': 'needs root, systemd and a name in the DNS; tools/packaging/test starts the package, test/certificates orders certificates',
  },
  'reverse-proxies': {
    '*': 'needs proxies; test/judges/reverse-proxies.test.ts runs them with these configurations',
  },
  install: {
    '*': 'builds packages and needs root; tools/packaging/test installs and starts them',
  },
  operation: {
    '(umask 077; mailwright secrets new-key >> /etc/mailwright/secrets.key)':
      'needs a PostgreSQL server and its directory; test/secrets/secrets.test.ts encrypts and rotates with given keys',
    'mailwright secrets forget --data /var/lib/mailwright':
      'needs a directory whose key is lost; test/secrets/secrets.test.ts has one',
    'npx mailwright serve --smtp smtp://user:secret@relay.example.com --bounce-domain bounce.example.com --bounce-port 2525':
      'needs an SMTP server; test/bounces/bounces.test.ts has one',
    'scrape_configs:': 'is a setting of Prometheus; test/e2e/monitoring.test.ts reads the metrics',
    'OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 npx mailwright serve':
      'needs a collector; test/process/log.test.ts has one',
    'npx mailwright doctor --sending-address 192.0.2.25 --blocklist bl.example --domain-blocklist dbl.example':
      'asks the DNS',
    'npx mailwright doctor --public-url https://news.example.com --dkim-keys /etc/mailwright/dkim --bounce-domain bounce.example.com --sending-address 192.0.2.25':
      'asks the DNS; test/process/doctor.test.ts has a DNS server',
    'age-keygen -o key.txt': 'needs age; test/process/backup.test.ts makes a pair of keys',
    'archive_mode = on': 'is a setting of PostgreSQL; test/process/server-backup.test.ts has it',
    'pg_basebackup --pgdata /var/backups/base --checkpoint fast':
      'needs a server of its own; test/process/server-backup.test.ts has one',
    "restore_command = 'cp /var/backups/log/%f %p'": 'is a setting; test/process/server-backup.test.ts has it',
    "0 3 * * * mailwright backup /var/backups/mailwright-$(date +\\%F).tar.gz.age --verify --recipient age1… >/dev/null && find /var/backups -name 'mailwright-*' -mtime +14 -delete":
      'is a line of a crontab',
    "import { createAdminClient } from '@mailwright/client/admin';":
      'needs the key that was printed; test/account/administration-api.test.ts has one',
    'accounts:': 'is a file; test/process/installation.test.ts applies one',
    'npx mailwright plan installation.yaml': 'needs the file; test/process/installation.test.ts has one',
  },
  'high-availability': {
    '*': 'needs three servers; test/failover/network.test.ts runs such ones on this machine',
  },
  scale: {
    'openssl rand -hex 32 > move.key': 'needs two installations; test/account/moving.test.ts has them',
    'npx mailwright accounts import shop.account.gz --move-key-file move.key':
      'needs two installations; test/account/moving.test.ts has them',
    'npx mailwright accounts remove 2': 'needs an exported account; test/account/moving.test.ts has one',
    "npx mailwright serve --no-worker --database 'postgres://mail@db1:5432,db2:5432,db3:5432/mail?target_session_attrs=read-write'":
      'needs a primary and standbys; test/db/several-servers.test.ts has them',
    'npx mailwright serve --no-worker --database postgres://… --public-url https://news.example.com':
      'needs a PostgreSQL server; test/process/workers.test.ts has one',
    'npx mailwright serve --no-worker --database postgres://replica/… --public-url https://news.example.com':
      'needs a replica; test/process/read-only.test.ts has one',
  },
  workflows: {
    '*': 'runs proxies until they are ended; packages/contract/test/workflows.test.ts runs the same',
  },
  'contract-tests': {
    '*': 'tests services for minutes; packages/contract/test runs the kit',
  },
};

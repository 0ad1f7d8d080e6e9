import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Hours } from './hours.ts';
import { Installation } from './installation.ts';
import { linesOf } from './lines.ts';
import { startMailServer } from './mail-server.ts';
import { drawLines } from './plots.ts';
import { type HourlySample, type Sample, sampleDatabase, sampleProcess } from './samples.ts';
import { faultsOf, trendsOf } from './verdict.ts';

const help = `npm run long-run [-- --minutes N --readers N --plots FILE --json FILE]

A day of an account with the embedded database, hour by hour: newcomers, an import, a newsletter to everybody, transactional
mails, triggers, readers who open, click and leave, bounces, reports, erasures, a backup that goes on, and each eight hours
another process. Memory, descriptors, threads, sizes of tables, indexes and the write-ahead log, and the queue are measured.
Ends with status 1 if one of them grows by more than a quarter from the second quarter of the day to the last one, if a mail
came twice, or if anything is left in the queue.

  --minutes N    how long the day takes (default 180); an hour whose work takes longer is not cut
  --readers N    contacts at the beginning, and about as many at the end (default 20000)
  --plots FILE   writes the plots as SVG
  --json FILE    writes all figures

  npm run long-run -- --minutes 30 --readers 5000 --plots day.svg
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '180' },
    readers: { type: 'string', default: '20000' },
    plots: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const hoursOfDay = 24;
const millisOfHour = (Number(values.minutes) * 60_000) / hoursOfDay;
const sampleMillis = Math.min(15_000, millisOfHour / 10);

if (values.help) console.log(help);
else await run();

async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-long-run-'));
  mkdirSync(join(directory, 'data'));
  const mailServer = await startMailServer();
  const installation = await Installation.start(directory, mailServer.url);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void installation.stop().finally(() => process.exit(1)));
  const hours = new Hours(installation, mailServer, directory);
  const samples: Sample[] = [];
  const hourly: HourlySample[] = [];
  try {
    await hours.prepare(Number(values.readers));
    let hour = 1;
    let began = performance.now();
    const timer = setInterval(() => {
      const at = hour - 1 + Math.min(1, (performance.now() - began) / millisOfHour);
      // Between two processes there is none.
      try {
        samples.push(sampleProcess(installation.pid, at));
      } catch {}
    }, sampleMillis);
    for (; hour <= hoursOfDay; hour++) {
      began = performance.now();
      await hours.pass(hour);
      const seconds = (performance.now() - began) / 1000;
      hourly.push(await sampleDatabase(installation, { hour, seconds }));
      const left = ((hoursOfDay - hour) * Math.max(millisOfHour, 1000 * seconds)) / 60_000;
      const memory = Math.round((samples.at(-1)?.memory ?? 0) / 2 ** 20);
      console.error(
        `[${hour}/${hoursOfDay}, ${Math.ceil(left)} min left] ${seconds.toFixed(1)} s of work, ${mailServer.taken} mails, ${memory} MB`,
      );
      const rest = millisOfHour - (performance.now() - began);
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    }
    clearInterval(timer);
    const last = await sampleDatabase(installation, { hour: hoursOfDay, seconds: 0 });
    report(samples, hourly, { jobs: last.jobs, recipients: last.recipients, doubled: mailServer.doubled });
  } finally {
    await installation.stop();
    await mailServer.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function report(samples: Sample[], hourly: HourlySample[], end: Parameters<typeof faultsOf>[1]): void {
  const trends = trendsOf(samples, hourly);
  const faults = faultsOf(trends, end);
  if (values.json) writeFileSync(resolve(values.json), JSON.stringify({ samples, hourly, trends, end, faults }));
  if (values.plots) writeFileSync(resolve(values.plots), drawLines(linesOf(samples, hourly)));
  for (const { name, before, after } of trends)
    console.log(`${name.padEnd(28)} ${before.toPrecision(4).padStart(10)} ${after.toPrecision(4).padStart(10)}`);
  console.log(faults.length === 0 ? 'All is flat, and nothing is left.' : faults.join('\n'));
  process.exitCode = faults.length === 0 ? 0 : 1;
}

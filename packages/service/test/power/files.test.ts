import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { runImport } from '../../src/administration/import/run.ts';
import { backUp } from '../../src/platform/database/backups/backup.ts';
import { createDataDirectory, preparePostgresDirectory } from '../../src/platform/database/embedded/directory.ts';
import { extractTemplate, templatePath } from '../../src/platform/database/embedded/template.ts';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import { accessTokens } from '../../src/platform/network/access-token.ts';
import { createDkimKey, listDkimRecords } from '../../src/sending/dkim/keys.ts';
import { openOutbox } from '../../src/sending/outbox/outbox.ts';
import { temporaryDirectory, usedDirectory } from '../support/data-directory.ts';
import { type Random, randomOf } from '../support/random.ts';
import { DiskModel, differences, type Image } from './disk-model.ts';
import { ImageDirectory } from './image-directory.ts';
import { faultsOfImport, importOf, putReaders } from './import-of-readers.ts';
import { openInThisThread } from './recorded-database.ts';
import { RecordedDisk, readImage } from './recorded-disk.ts';

const seed = Number(process.env.MAILWRIGHT_SEED ?? (deep ? Math.floor(Math.random() * 1e9) : 7));
/** States of the disk that are looked at after a power failure at each moment. */
const states = deep ? 50 : 6;
const mostMoments = deep ? 1000 : 60;
const mostOfLarge = deep ? 200 : 2;

type Tell = (what: string) => void;

interface Case {
  /** What is there before, and is safe. */
  before?(directory: string): unknown;
  act(directory: string, tell: Tell): unknown;
  /** Returns what is wrong with the files that are left, of what was told until then. */
  faults(directory: string, told: readonly string[]): string[] | Promise<string[]>;
  /** It has hundreds of files, and few moments are tried. */
  isLarge?: boolean;
  /** Of the deep run. */
  isLong?: boolean;
}

const mail = (contactId: number) => ({
  accountId: 1,
  contactId,
  messageId: '',
  envelope: { from: '', to: `p${contactId}@example.org` },
  head: 'Subject: News\r\n',
  body: 'x'.repeat(2000),
});

const grant = { token_url: '', client_id: 'id', client_secret: 'secret', refresh_token: 'r0' };

const cases: Record<string, Case> = {
  'a mail in the outbox is whole, and there when it counts as sent': {
    async act(directory, tell) {
      const outbox = openOutbox(join(directory, 'data', 'outbox'));
      for (const contactId of [1, 2, 3]) {
        await outbox.send(mail(contactId));
        tell(`sent ${contactId}`);
      }
    },
    async faults(directory, told) {
      const outbox = openOutbox(join(directory, 'data', 'outbox'));
      const { names } = await outbox.list(1, 10);
      const faults = told.filter((what) => !names.some((name) => name.endsWith(what.replace('sent ', '-'))));
      for (const name of names) {
        const message = await outbox.read(1, name);
        if (message?.length !== 2017) faults.push(`${name} has ${message?.length} bytes`);
      }
      return faults;
    },
  },

  'the progress of an import and its list of errors go with each other': {
    before: putReaders,
    act: (directory, tell) =>
      runImport({ ...importOf(directory), stopped: () => true, onProgress: ({ rows }) => tell(String(rows)) }).then(
        () => tell('stopped'),
      ),
    faults: (directory, told) => (told.length === 0 ? [] : faultsOfImport(directory, true)), // otherwise it may have to begin again
  },

  'a refresh token is the former or the new one, and the new one once it was used': {
    before: (directory) => writeFileSync(join(directory, 'token'), JSON.stringify(grant)),
    async act(directory, tell) {
      for (const next of ['r1', 'r2']) {
        vi.stubGlobal('fetch', async () => Response.json({ access_token: 'a', refresh_token: next }));
        await accessTokens('token', join(directory, 'token')).get();
        tell(next);
      }
    },
    faults(directory, told) {
      const text = readFileSync(join(directory, 'token'), 'utf8');
      const allowed = ['r0', 'r1', 'r2']
        .slice(told.length)
        .map((token) => ({ ...grant, token_url, refresh_token: token }));
      return allowed.some((each) => isDeepStrictEqual(each, parsed(text)))
        ? []
        : [`the file has ${JSON.stringify(text)}`];
    },
  },

  'a DKIM key is whole, and there when its record was told': {
    act(directory, tell) {
      const place = join(directory, 'data', 'dkim');
      const { value } = createDkimKey(place, { domain: 'example.org', selector: 's', type: 'ed25519' });
      tell(value);
    },
    faults(directory, told) {
      const values = listDkimRecords(join(directory, 'data', 'dkim')).map(({ value }) => value);
      return told.filter((value) => !values.includes(value));
    },
  },

  'a certificate that clients were told to trust stays': {
    async act(directory, tell) {
      const { cert } = await ownIdentity(join(directory, 'data', 'tls'));
      tell(cert);
    },
    async faults(directory, told) {
      const { cert } = await ownIdentity(join(directory, 'data', 'tls'));
      return told.filter((each) => each !== cert);
    },
  },

  'a backup is not there, or whole': {
    before: async (directory) => cpSync(await usedDirectory(), join(directory, 'data'), { recursive: true }),
    async act(directory, tell) {
      const { db, close } = await openInThisThread(join(directory, 'data', 'postgres'));
      const target = join(directory, 'backup');
      await backUp(db, join(directory, 'data'), target, () => {});
      tell('ready');
      backup = readImage(target);
      await close();
    },
    faults(directory, told) {
      const target = join(directory, 'backup');
      return existsSync(target) ? differences(backup, readImage(target)) : [...told];
    },
    isLarge: true,
    isLong: true,
  },

  'a first start leaves no database, or a whole one': {
    async act(directory, tell) {
      const dataDir = join(directory, 'home', 'data');
      createDataDirectory(dataDir);
      await preparePostgresDirectory(dataDir, () => {});
      tell('ready');
    },
    faults(directory, told) {
      const postgres = join(directory, 'home', 'data', 'postgres');
      if (!existsSync(postgres)) return [...told];
      template ??= (() => {
        const place = mkdtempSync(join(tmpdir(), 'mailwright-template-'));
        extractTemplate(templatePath, place);
        const image = readImage(place);
        rmSync(place, { recursive: true });
        return image;
      })();
      return differences(template, readImage(postgres));
    },
    isLarge: true,
  },
};

let template: Image | undefined;
let backup: Image;
const token_url = 'https://login.example.org/token';
grant.token_url = token_url;
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What may be there: after a kill, and after a power failure in some ways. */
const imagesOf = (model: DiskModel, states: number, random: Random): Image[] => [
  model.afterKill(),
  ...Array.from({ length: states }, () => model.afterPowerLoss(random)),
];

/** All moments, or some and the last. */
function chosen(count: number, most: number, random: Random): Set<number> {
  if (count <= most) return new Set(Array(count).keys());
  return new Set([count - 1, ...Array.from({ length: most }, () => random(count))]);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

for (const [what, each] of Object.entries(cases)) {
  const name = `without power at any moment: ${what} (MAILWRIGHT_SEED=${seed})`;
  const title = each.isLong ? name + leftToDeep : name;
  // Deep runs try many moments, on a machine that may be busy.
  test.skipIf(each.isLong && !deep)(title, deep ? { timeout: 3_600_000 } : {}, () => tryMoments(each));
}

async function tryMoments({ before, act, faults, isLarge }: Case): Promise<void> {
  const directory = temporaryDirectory();
  await before?.(directory);
  const disk = new RecordedDisk(directory);
  try {
    await act(directory, (what) => disk.mark(what));
  } finally {
    disk.stop();
  }
  const { events, begin } = disk;
  const random = randomOf(seed);
  const model = new DiskModel(disk.root);
  for (const event of events.slice(0, begin)) model.apply(event);
  model.syncAll();
  const left = new ImageDirectory(temporaryDirectory());
  const told: string[] = [];
  const moments = chosen(events.length - begin + 1, isLarge ? mostOfLarge : mostMoments, random);
  for (let cut = begin; ; cut++) {
    if (moments.has(cut - begin)) {
      for (const image of imagesOf(model, isLarge ? 1 : states, random)) {
        left.write(image);
        const moment = `before call ${cut - begin}: ${JSON.stringify(events[cut])}`;
        expect(await faults(left.directory, told), moment).toEqual([]);
      }
    }
    const event = events[cut];
    if (event === undefined) break;
    model.apply(event);
    if (event.op === 'mark') told.push(event.value as string);
  }
}

import { afterAll, beforeAll, describe, test } from 'vitest';
import { hasChromium } from '../../../../../tools/verify/src/browser.ts';
import { composeByBlocks } from './compose-blocks.ts';
import { embedForm } from './embedded-form.ts';
import { sendFirstNewsletter } from './first-newsletter.ts';
import { importFiles } from './import-files.ts';
import { sendAgain } from './resend.ts';
import { walkRoles } from './roles.ts';
import { awaitTestMail } from './slow-test-mail.ts';
import { cuts, mouse, openStudio, type Studio } from './studio.ts';
import { welcome } from './welcome-series.ts';

const thereIsChromium = hasChromium('the films of an office are not played.');

/** A film is as long as several tests: a busy machine takes its time for each page. */
const timeout = 1_200_000;

describe.runIf(thereIsChromium)('an office at the console', { timeout }, () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await openStudio();
  });
  afterAll(() => studio?.close());

  describe.each(cuts)('$title', (cut) => {
    test('the first administrator sends the first newsletter', () => sendFirstNewsletter(studio, cut));
    test('the messy files of an office are imported on one page', () => importFiles(studio, cut));
    test('a form in a page of another site brings a confirmed contact', () => embedForm(studio, cut));
    test('a welcome series comes at its times, and its story is told', () => welcome(studio, cut));
    test('a mailing is sent again to those who did not open it', () => sendAgain(studio, cut));
    test('a slow test mail tells its end', () => awaitTestMail(studio, cut));
    test('each role does its work, and is told what others do', () => walkRoles(studio, cut));
    test('a design is changed block by block', () => composeByBlocks(studio, cut));
  });
  test('with the mouse, a design is changed block by block', () => composeByBlocks(studio, mouse));
});

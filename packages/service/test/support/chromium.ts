import { existsSync } from 'node:fs';

/** Debian's Chromium, or the one that CHROMIUM names. */
export const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const hasChromium = existsSync(chromium);

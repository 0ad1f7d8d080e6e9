import type { Removal } from '../removal.ts';

/** Chapters V3 to V5: browsers, API, files. */
export const webRemovals: readonly Removal[] = [
  {
    row: 'V3.2.1',
    file: 'packages/server-runtime/src/web/headers.ts',
    control: "['X-Content-Type-Options', 'nosniff'],",
    without: '',
  },
  {
    row: 'V3.2.2',
    file: 'packages/service/src/platform/text/escape.ts',
    control: `return text.replace(/[&<>"']/g, (character) => htmlEntities.get(character)!);`,
    without: 'return text;',
  },
  {
    row: 'V3.3.1 – V3.3.4',
    file: 'packages/server-runtime/src/web/cookies.ts',
    control: 'Secure; HttpOnly; SameSite',
    without: 'Secure; SameSite',
  },
  {
    row: 'V3.3.1 – V3.3.4',
    file: 'packages/console/src/web/sessions.ts',
    control: "sameSite: 'Strict'",
    without: "sameSite: 'Lax'",
  },
  {
    row: 'V3.2.1',
    file: 'packages/service/src/app/server.ts',
    control: 'for (const server of [plain, app.server]) refuseExpectations(server);',
    without: '',
  },
  {
    row: 'V3.4.2',
    file: 'packages/service/src/pages/sign-up/routes.ts',
    control: 'const allowed = origin !== undefined && isAllowed(form, request, publicUrl);',
    without: 'const allowed = origin !== undefined;',
  },
  {
    row: 'V3.4.3 – V3.4.6',
    file: 'packages/service/src/platform/http/page.ts',
    control: "frame-ancestors 'self'; base-uri 'none'",
    without: '',
  },
  {
    row: 'V3.5.1, V3.5.2',
    file: 'packages/server-runtime/src/web/other-site.ts',
    control: "if (site !== undefined) return site !== 'same-origin' && site !== 'none';",
    without: 'if (site !== undefined) return false;',
  },
  {
    row: 'V3.5.1, V3.5.2',
    file: 'packages/server-runtime/src/web/other-site.ts',
    control: 'return origin !== undefined && !schemes.some((scheme) => origin === `${scheme}://${host}`);',
    without: 'return false;',
  },
  {
    row: 'V3.5.1, V3.5.2',
    file: 'packages/console/src/console.ts',
    control: "if (method === 'POST' && isFromOtherSite(Object.fromEntries(request.headers), schemesOf(url)))",
    without: 'if (path === isFromOtherSite.name + schemesOf.name)',
  },
  {
    row: 'V3.5.1, V3.5.2',
    file: 'packages/server-runtime/src/web/forms.ts',
    control: "if (token === undefined || !(await isToken!(token))) throw new FormFault('wrong token', bounds);",
    without: '',
  },
  {
    row: 'V3.5.3',
    file: 'packages/service/src/pages/unsubscribe/routes.ts',
    control: "app.post<Link>('/u/:token', async",
    without:
      "app.route<Link>({ method: ['POST', 'PUT'], url: '/x/:token', handler: async () => '' });\n  app.post<Link>('/w/:token', async",
  },
  {
    row: 'V3.7.2',
    file: 'packages/service/src/tracking/tokens/token.ts',
    control: 'verify: (secret) => (timingSafeEqual(macOf(secret, payload), mac) ? content : undefined),',
    without: 'verify: () => content,',
  },
  {
    row: 'V4.1.2',
    file: 'packages/server-runtime/src/dispatcher.ts',
    control: "if (requireHttps && !request.secure) throw forbidden('Only HTTPS is accepted.');",
    without: '',
  },
  {
    row: 'V5.2.1',
    file: 'packages/server-runtime/src/node-body.ts',
    control: 'if (size > limit) throw tooLarge(limit);',
    without: '',
  },
  {
    row: 'V5.2.2',
    file: 'packages/service/src/account/media/image-type.ts',
    control: 'return signatures.find(([, pattern]) => pattern.test(beginning))?.[0];',
    without: "return signatures.find(([, pattern]) => pattern.test(beginning))?.[0] ?? 'image/png';",
  },
  {
    row: 'V5.4.1, V5.4.2',
    file: 'packages/service/src/platform/text/escape.ts',
    control: "return text.replaceAll('\\0', '').replace(/[\\r\\n]+/g, ' ');",
    without: 'return text;',
  },
  {
    row: 'V3.5.4',
    file: 'packages/service/src/platform/http/page.ts',
    control: "\"default-src 'none'; style-src 'unsafe-inline';",
    without: "\"style-src 'unsafe-inline';",
  },
  {
    row: 'V3.7.1',
    file: 'packages/service/src/platform/http/page.ts',
    control: '<html lang="${language}">',
    without: '<html>',
  },
  {
    row: 'V4.1.1',
    file: 'packages/server-runtime/src/encode.ts',
    control: "return kind === 'text' ? `${mediaType.replace(/;charset=[^;]*/i, '')}; charset=utf-8` : mediaType;",
    without: 'return mediaType;',
  },
  {
    row: 'V4.1.3',
    file: 'packages/service/src/app/server.ts',
    control: 'trustProxy: trustsHop ?? false,',
    without: 'trustProxy: true,',
  },
  {
    row: 'V5.1.1',
    file: 'packages/service/src/mailings/attachments/mime-type.ts',
    control: 'if (/^[\\x20-\\x7e]+$/.test(String(type)) && String(type).length <= longest) return type;',
    without: 'return type;',
  },
  {
    row: 'V5.2.3',
    file: 'packages/server-runtime/src/unpack.ts',
    control: "if (coding === 'gzip' || coding === 'x-gzip') return true;",
    without: 'return true;',
  },
  {
    row: 'V5.2.3',
    file: 'packages/service/src/imports/reading/workbook.ts',
    control: 'entry.bytes > maxMarkupBytes && (await hasLongMarkup(unpackEntry(entry)).catch(refuse))',
    without: 'false',
  },
  {
    row: 'V5.2.3',
    file: 'packages/service/src/platform/workers/worker-pool.ts',
    control: 'slow.partyOf(account)',
    without: 'account',
  },
  {
    row: 'V5.3.2',
    file: 'packages/service/src/sending/outbox/outbox.ts',
    control: 'const mailName = /^\\d{8}T\\d{9}Z-[0-9a-f]{8}-\\d+$/;',
    without: 'const mailName = /^.+$/;',
  },
];

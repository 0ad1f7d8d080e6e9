import { pageHeaders } from '../platform/http/page.ts';

/** Of a mail that is a page of its own: it shows its images and its links can be followed, but nothing of it runs. */
export const mailHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; base-uri 'none'; frame-ancestors 'none'",
};

/** Of a mail within one of our pages: its links lead nowhere either. */
export const framedMailHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'",
};

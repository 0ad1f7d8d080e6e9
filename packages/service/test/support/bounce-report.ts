/** A delivery status notification as a mail server sends it (RFC 3464), which names no address beside that of the mail. */
export const notification = (id: string, status = '5.1.1') =>
  [
    'From: MAILER-DAEMON@mx.example.net',
    `Message-ID: <${id}@mx.example.net>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Final-Recipient: local; box-17',
    'Action: failed',
    `Status: ${status}`,
    '',
    '--b--',
    '',
  ].join('\r\n');

/** An abuse report as a mailbox provider sends it (RFC 5965). */
export const complaint = (id: string) =>
  [
    'From: abuse@provider.example',
    `Message-ID: <${id}@provider.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    '',
    '--b--',
    '',
  ].join('\r\n');

/** Adds the header of a mail, as a notification quotes it. */
export const quoting = (report: string, fields: string) =>
  report.replace(/--b--/, `--b\r\nContent-Type: text/rfc822-headers\r\n\r\n${fields}\r\n--b--`);

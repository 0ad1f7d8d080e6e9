/** Programs that fetch what stands in mails without anybody reading them: scanners, previews, monitors, libraries. */
const programs =
  /bot\b|^whatsapp\/|facebookexternalhit|facebookcatalog|slack-imgproxy|mastodon\/|pleroma|iframely|embedly|vkshare|crawl|spider|slurp|scan|preview|barracuda|proofpoint|mimecast|ironport|symantec|trendmicro|fireeye|sophos|zscaler|safelinks|urldefense|bitdefender|kaspersky|headless|phantomjs|selenium|puppeteer|playwright|python|curl\/|wget|libwww|lwp::|okhttp|java\/|go-http-client|axios|node-fetch|undici|httpclient|monitor|uptime/i;

/**
 * Reports whether a user agent is that of a program which nobody reads with. One that is exactly `Mozilla/5.0` fetches the
 * images of a mail beforehand, so that its sender does not learn when it is read.
 */
export function isMachine(userAgent: string): boolean {
  return userAgent === '' || userAgent === 'Mozilla/5.0' || programs.test(userAgent);
}

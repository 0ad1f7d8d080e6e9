/** The reference shows its maker's name as an image from the network; here it is written out instead. */
const logo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const drawn = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="42" height="14"><text y="11" font-family="sans-serif" font-size="12" fill="#777">Redoc</text></svg>',
)}`;

/** The page without anything that would be fetched. @throws Error naming what is left to fetch */
export function offline(html: string): string {
  const page = html.replace(logo, drawn);
  const markup = page.replace(/(<script[^>]*>).*?<\/script>/gs, '$1');
  const fetched = [
    ...markup.matchAll(/<(?:script|img|iframe|link|source)[^>]*\s(?:src|href)\s*=\s*(?!["']?(?:data:|#))["']?[^\s>]+/g),
    ...markup.matchAll(/(?:url\(|@import)\s*["']?(?:https?:)?\/\/[^\s)]+/g),
    ...page.matchAll(/(?:import|from)\s*["'`]https?:[^\s"'`]+/g),
  ].map(([text]) => text);
  if (fetched.length > 0) throw new Error(`the page would fetch ${fetched.join(', ')}`);
  return page;
}

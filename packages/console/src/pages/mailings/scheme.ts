const query = (scheme: string) => new RegExp(`\\(\\s*prefers-color-scheme\\s*:\\s*${scheme}\\s*\\)`, 'gi');
const [dark, light] = [query('dark'), query('light')];

/**
 * Shows HTML in a scheme whatever the browser prefers: media queries about it become such that always or never apply.
 * Mail programs do the same when they are told which scheme to use.
 */
export function withScheme(html: string, scheme: string): string {
  const [applies, never] = ['(min-width:0)', '(max-width:0)'];
  const isDark = scheme === 'dark';
  const fixed = html.replace(dark, isDark ? applies : never).replace(light, isDark ? never : applies);
  return isDark ? `${fixed}<style>:root{color-scheme:dark;background:#121212}</style>` : fixed;
}

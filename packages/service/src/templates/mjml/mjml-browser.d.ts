/** The build of MJML that has no access to files. It has no types of its own. */
declare module 'mjml-browser' {
  interface Options {
    validationLevel: 'soft';
    ignoreIncludes: boolean;
    /** Addresses of style sheets by name of the font. */
    fonts: Record<string, string>;
    keepComments: boolean;
  }
  interface Result {
    html: string;
    errors: { line: number; tagName: string; message: string }[];
  }
  /** @throws Error if the source is not MJML at all */
  export default function mjml2html(source: string, options: Options): Promise<Result>;
}

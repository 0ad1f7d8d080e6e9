/** The part of Eleventy's interface that the documentation uses; the package has no types. */
declare module '@11ty/eleventy' {
  interface Configuration {
    setTemplateFormats(formats: string[]): void;
    setLayoutsDirectory(directory: string): void;
    setLibrary(name: string, library: object): void;
    addTemplate(path: string, content: string, data: object): void;
    addTransform(name: string, transform: (this: { page: { outputPath: string } }, content: string) => string): void;
  }
  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: string; config(config: Configuration): void },
    );
    write(): Promise<void>;
  }
}

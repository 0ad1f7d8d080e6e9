import { globSync } from 'node:fs';
import { parse } from 'node:path';
import type { Oas3Rule } from '@redocly/openapi-core';
import { bodiesOf, componentName, here, isJson, isXml, specDirectory } from './reading.ts';

const fewest = 2;

/** Every schema of an XML or JSON body is a component with at least two cases in the corpus, in each of its forms. */
export const corpusCases: Oas3Rule = () => {
  const seen = new Set<string>();
  let root = '';
  return {
    Root(_node, context) {
      root = specDirectory(context);
    },
    Operation(operation, context) {
      const holders = [operation.requestBody, ...Object.values(operation.responses ?? {})];
      for (const body of holders.flatMap((holder) => bodiesOf(context, holder, here(context, operation).file))) {
        if (isXml(body.mediaType)) expect(componentName(body.schema), 'xml');
        if (isXml(body.mediaType) || isJson(body.mediaType)) expect(componentName(body.schema), 'json');
      }

      function expect(schema: string | undefined, extension: string) {
        if (!schema) {
          context.report({ message: 'The schema of a body is no component, so that it can have no corpus.' });
          return;
        }
        if (seen.has(`${schema}.${extension}`)) return;
        seen.add(`${schema}.${extension}`);
        const names = globSync(`corpus/${schema}/*.${extension}`, { cwd: root }).map((file) => parse(file).name);
        if (names.length < fewest) {
          context.report({
            message: `\`corpus/${schema}\` has ${names.length} cases of .${extension}, fewer than ${fewest}.`,
          });
        }
      }
    },
  };
};

import { stripTypeScriptTypes } from 'node:module';
import { compilePlans, emitCodecs, type OpenApiDocument } from '../../../tools/codegen/src/codec/index.ts';
import * as runtime from '../src/index.ts';
import type { PlanSet, Schema } from '../src/plan/index.ts';
import { referenceCodec } from '../src/reference/index.ts';
import * as w from '../src/write.ts';

/** Both codecs of one schema. */
// biome-ignore lint/suspicious/noExplicitAny: tests make codecs of schemas that no type is known of
type AnyCodec = runtime.XmlCodec<any>;

export interface Codecs {
  plans: PlanSet;
  compiled: AnyCodec;
  reference: AnyCodec;
}

/** Both codecs of the component `Root`. Further components may stand beside it. */
export function codecs(components: Record<string, Schema>, openapi = '3.1.0'): Codecs {
  const plans = compilePlans({ openapi, components: { schemas: components } } as OpenApiDocument, ['Root']);
  return { plans, compiled: evaluate(plans, 'Root'), reference: referenceCodec('Root', plans) };
}

/** Both codecs of one schema, as rows of a test. */
export function bothOf(schema: Schema, components: Record<string, Schema> = {}): [string, AnyCodec][] {
  const { compiled, reference } = codecs({ Root: schema, ...components });
  return [
    ['compiled', compiled],
    ['reference', reference],
  ];
}

/** Runs the generated modules of a plan set as one script: quicker than files by the hundred, and the same code. */
function evaluate(plans: PlanSet, name: string): AnyCodec {
  // The plan itself is the first, and needs what is in the others.
  const modules = [...emitCodecs(plans, { header: '// Test' }).values()].reverse();
  const script = modules.map((source) =>
    stripTypeScriptTypes(source)
      .replace(/^(import|export \{) .*$/gm, '')
      .replace(/^export /gm, ''),
  );
  const names = [...Object.keys(runtime), 'w'];
  return new Function(...names, `${script.join('\n')}\nreturn ${name}Codec;`)(...Object.values(runtime), w);
}

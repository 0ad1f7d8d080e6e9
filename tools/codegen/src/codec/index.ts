/**
 * The XML codecs of a description, as TypeScript source.
 *
 * ```ts
 * const plans = compilePlans(document, ['Mailing', 'Contacts']);   // and every schema that these refer to
 * const files = emitCodecs(plans, { header: '// Generated …', type: (name) => … });
 * for (const [file, source] of files) …                            // 'codecs/Mailing.ts' -> source
 * ```
 *
 * `codecs/Mailing.ts` exports `MailingCodec: XmlCodec<T>`, and the functions `readMailing`, `writeMailing` (and
 * `attributesOfMailing`, for a schema with attributes) that sibling modules use. Both functions throw
 * `UnsupportedSchemaError` (JSON pointer and reason) for anything that has no one right form in XML.
 */
export { compilePlans, type InlineSchema, type OpenApiDocument } from './compile-plans.ts';
export { codecFile, codecName, type EmitOptions, emitCodecs } from './emit-codecs.ts';

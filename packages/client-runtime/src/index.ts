export {
  type AuthValue,
  type BasicCredentials,
  basicAuth,
  bearerAuth,
  type Carry,
  httpAuth,
  keyInCookie,
  keyInHeader,
  keyInQuery,
  type Secret,
  type Security,
} from './auth.ts';
export { bigintDecoder, encodeBigints } from './bigints.ts';
export { encodeBody } from './body.ts';
export {
  type BinaryBody,
  type Decode,
  decodeBytes,
  decodeJson,
  decodeText,
  encodeJson,
  encodeRaw,
} from './body-codec.ts';
export { call } from './call.ts';
export type { CallOptions } from './call-options.ts';
export type { Clock } from './clock.ts';
export { type Connection, type ConnectOptions, connect, type OpenOptions, type Service } from './connection.ts';
export * from './errors/index.ts';
export { type FormFields, formEncoder, multipartEncoder } from './form-body.ts';
export { type FormFacts, formsOf } from './forms.ts';
export { HeaderError } from './header-values.ts';
export type { Items } from './items.ts';
export { jsonBodies } from './json-bodies.ts';
export { hasParameters } from './media-type.ts';
export type { CallRequest, Middleware, Next } from './middleware.ts';
export type { AnswerContent, Forms, Input, Operation, Place, RequestContent, Responses } from './operation.ts';
export { type Page, type PageHeaders, pageOf } from './page.ts';
export { type BoundPaged, type BoundPagedFunction, bindPaged, type PagedFunction, paged } from './paged.ts';
export type {
  AnyResult,
  AnyStatus,
  AnySuccess,
  ByStatus,
  Call,
  Failed,
  Failure,
  FailureByStatus,
  Ok,
  Unanswered,
} from './result.ts';
export { callSequence, eventReader, lineEncoder, lineReader } from './sequences.ts';
export { ownServer } from './server.ts';
export { stream } from './stream.ts';
export { headerReader, type TypedHeaders } from './typed-headers.ts';
export { uploadProgress } from './upload-progress.ts';
export { type AnswerSchemas, validateAnswers } from './validate-answers.ts';
export { wire } from './wire.ts';
export type { XmlOptions } from './xml-options.ts';

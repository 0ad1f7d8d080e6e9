import type { ColumnType, GeneratedAlways } from 'kysely';

/** `bigint generated always as identity`: read as a number, never written. */
export type Id = GeneratedAlways<number>;

/** `timestamptz(3)`: whole milliseconds, so a Date survives the way through the database unchanged. */
export type Timestamp = ColumnType<Date, Date, Date>;
/** A timestamp that the database sets to the present when it is not given. */
export type CreatedAt = ColumnType<Date, Date | undefined, Date>;

/** `bytea`. */
export type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>;

/** Result of `json(value)` in values.ts, the only type that may be written to a jsonb column. */
export type JsonText<T> = { readonly json: T };
/** `jsonb`. */
export type Json<T> = ColumnType<T, JsonText<T>, JsonText<T>>;
/** `jsonb` with a default. */
export type JsonDefault<T> = ColumnType<T, JsonText<T> | undefined, JsonText<T>>;

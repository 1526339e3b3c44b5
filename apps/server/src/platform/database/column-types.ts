import type { ColumnType } from 'kysely';

/** A time with a default in the database. */
export type Moment = ColumnType<Date, Date | undefined, Date>;
export type GivenMoment = ColumnType<Date, Date, Date>;
export type Json = ColumnType<unknown, string, string>;
/** bigint: the driver returns it as text. */
export type BigInteger = ColumnType<string, number, number>;
/** The same, nullable with a default. */
export type Count = ColumnType<string, number | undefined, number>;

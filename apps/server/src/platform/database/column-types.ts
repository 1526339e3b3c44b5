import type { ColumnType } from 'kysely';

/** A time the database sets when nobody does. */
export type Moment = ColumnType<Date, Date | undefined, Date>;
export type GivenMoment = ColumnType<Date, Date, Date>;
export type Json = ColumnType<unknown, string, string>;
/** The driver gives it as text. */
export type BigInteger = ColumnType<string, number, number>;
/** The same where it is nothing unless somebody says so. */
export type Count = ColumnType<string, number | undefined, number>;

/** What a table to write holds; empty cells are null. */
export type Cell = string | number | null;

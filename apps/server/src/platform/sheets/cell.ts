/** The value of a cell to write; empty cells are null. */
export type Cell = string | number | null;

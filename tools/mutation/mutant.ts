/** One small change to a source file that its tests should notice. */

/** A part of a file, in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

/** A replacement for a part of the file. */
export interface Change extends Span {
  operator: string
  text: string
}

export interface Mutant extends Change {
  /** Stable while the file is unchanged: `server/orders/orders.ts:210-222:LogicalOperator:1`. */
  id: string
  file: string
  /** From 1. */
  line: number
  /** The original text. */
  original: string
}

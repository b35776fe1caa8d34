/** A visitor's cart, newest line first: only product ids and quantities, in the browser's local storage. */
import { ID_MAX, ORDER_LINES_MAX, QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { storedJson } from '#web/ui/stored.ts'

export const LINES_KEY = 'barq-cart'

/** `id` is the id of the product. */
export interface StoredLine {
  id: number
  quantity: number
}

export function storedLines(): StoredLine[] {
  const lines = storedJson(LINES_KEY)
  return Array.isArray(lines) ? lines.filter(isLine).filter(isFirst).slice(0, ORDER_LINES_MAX) : []
}

/** @throws DOMException if storage is unavailable or full. */
export function storeLines(lines: readonly StoredLine[]): void {
  if (lines.length > 0) localStorage.setItem(LINES_KEY, JSON.stringify(lines))
  else if (storedLines().length > 0) localStorage.removeItem(LINES_KEY)
}

function isLine(line: Partial<StoredLine> | null): line is StoredLine {
  return isWithin(line?.id, 1, ID_MAX) && isWithin(line?.quantity, QUANTITY_MIN, QUANTITY_MAX)
}

function isFirst(line: StoredLine, index: number, all: StoredLine[]): boolean {
  return all.findIndex(({ id }) => id === line.id) === index
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
}

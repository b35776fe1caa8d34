import { useRef, useState } from 'react'

export interface Row<Value> {
  /** Part of the row's field names. A row keeps its key when other rows are added, moved or removed. */
  key: number
  /** Null for a new row. */
  value: Value | null
}

/**
 * The rows of a list in a form.
 * @param values the initial rows' values; null for a new row
 */
export function useRows<Value>(values: readonly (Value | null)[]) {
  const [rows, setRows] = useState<Row<Value>[]>(() => values.map((value, key) => ({ key, value })))
  const last = useRef(rows.length)
  return {
    rows,
    add() {
      last.current += 1
      setRows([...rows, { key: last.current, value: null }])
    },
    raise(place: number) {
      const [row, above] = [rows[place], rows[place - 1]]
      if (row && above) setRows([...rows.slice(0, place - 1), row, above, ...rows.slice(place + 1)])
    },
    remove: (row: Row<Value>) => setRows(rows.filter((other) => other !== row)),
  }
}

/** What lists are filtered, counted and sorted by: a row for each product, in columns of numbers. */

/** What is known of a product. */
export interface Entry {
  id: number
  /** The id of its family; null for none. */
  family: number | null
  /** By name: values that are compared as numbers. */
  numbers: Readonly<Record<string, number>>
  /** By name: values that are ids. */
  codes: Readonly<Record<string, number>>
}

/** Rows by their number. */
export type Rows = Int32Array

/** One id for each row. They are written as small numbers, so that counts of them are arrays. */
export interface CodeColumn {
  /** By row: a code, 0 for none. */
  values: Uint16Array
  /** By code: its id. */
  ids: number[]
  /** By id: its code. */
  codes: Map<number, number>
}

/** All rows, and which of them are of one family. */
interface Order {
  /** Rows of a family follow one another. */
  rows: Rows
  /** By row: its place in `rows`. */
  places: Int32Array
  /** By row: the same for all of a family, different for others. */
  groups: Int32Array
}

const FIRST_CAPACITY = 1024
/** More rows than fit into memory. */
const ROWS_MAX = 2 ** 26

export class Table {
  /** By row: the id of its product, 0 where there is none, */
  #ids = new Float64Array(FIRST_CAPACITY)
  /** and the id of its family, or 0. */
  #families = new Float64Array(FIRST_CAPACITY)
  readonly #numbers = new Map<string, Float64Array>()
  readonly #codes = new Map<string, CodeColumn>()
  /** By the id of the product. */
  readonly #rows = new Map<number, number>()
  /** Rows that products left. */
  readonly #free: number[] = []
  /** Rows from here on were never used. */
  #size = 0
  /** Null when products came, left or changed their family. */
  #order: Order | null = null

  /** Adds a product, or replaces what is known of it. */
  put({ id, family, numbers, codes }: Entry): void {
    const row = this.#rows.get(id) ?? this.#rowFor(id)
    if (this.#families[row] !== (family ?? 0)) this.#order = null
    this.#families[row] = family ?? 0
    for (const name of Object.keys(numbers)) {
      if (!this.#numbers.has(name)) {
        this.#numbers.set(name, new Float64Array(this.#ids.length).fill(Number.NaN))
      }
    }
    for (const name of Object.keys(codes)) {
      if (!this.#codes.has(name)) {
        const values = new Uint16Array(this.#ids.length)
        this.#codes.set(name, { values, ids: [0], codes: new Map() })
      }
    }
    for (const [name, values] of this.#numbers) values[row] = numbers[name] ?? Number.NaN
    for (const [name, column] of this.#codes) column.values[row] = codeOf(column, codes[name])
  }

  remove(id: number): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    this.#rows.delete(id)
    this.#ids[row] = 0
    this.#free.push(row)
    this.#order = null
  }

  idAt(row: number): number {
    return this.#ids[row] as number
  }

  /** By row: NaN where a product has none. */
  numbers(of: string): Float64Array {
    return this.#numbers.get(of) ?? new Float64Array(this.#size).fill(Number.NaN)
  }

  codes(of: string): CodeColumn {
    const none = () => ({ values: new Uint16Array(this.#size), ids: [0], codes: new Map() })
    return this.#codes.get(of) ?? none()
  }

  /** By row: see `Order`. */
  get groups(): Int32Array {
    return this.#ordered().groups
  }

  /** All rows, or those of these products; the products of a family follow one another. */
  rows(ids: readonly number[] | null): Rows {
    const { rows, places } = this.#ordered()
    if (ids === null) return rows
    const known = ids.map((id) => this.#rows.get(id)).filter((row) => row !== undefined)
    return Int32Array.from(new Set(known), (row) => places[row] as number)
      .sort()
      .map((place) => rows[place] as number)
  }

  #rowFor(id: number): number {
    const row = this.#free.pop() ?? this.#size++
    if (row >= this.#ids.length) this.#grow(Math.ceil(row * 1.5))
    this.#ids[row] = id
    this.#rows.set(id, row)
    this.#order = null
    return row
  }

  #grow(capacity: number): void {
    this.#ids = longer(this.#ids, new Float64Array(capacity))
    this.#families = longer(this.#families, new Float64Array(capacity))
    for (const [name, values] of this.#numbers) {
      this.#numbers.set(name, longer(values, new Float64Array(capacity).fill(Number.NaN)))
    }
    for (const column of this.#codes.values()) {
      column.values = longer(column.values, new Uint16Array(capacity))
    }
  }

  #ordered(): Order {
    this.#order ??= this.#sorted()
    return this.#order
  }

  #sorted(): Order {
    const keys = new Float64Array(this.#rows.size)
    let at = 0
    for (let row = 0; row < this.#size; row++) {
      if (this.#ids[row] !== 0) keys[at++] = (this.#families[row] as number) * ROWS_MAX + row
    }
    keys.sort()
    const rows = new Int32Array(keys.length)
    const places = new Int32Array(this.#size)
    const groups = new Int32Array(this.#size)
    let first = 0
    for (let place = 0; place < rows.length; place++) {
      const row = (keys[place] as number) % ROWS_MAX
      const family = this.#families[row] as number
      if (family === 0 || family !== this.#families[first]) first = row
      rows[place] = row
      places[row] = place
      groups[row] = first
    }
    return { rows, places, groups }
  }
}

/** The code of an id; a new one gets the next. */
function codeOf({ ids, codes }: CodeColumn, id: number | undefined): number {
  if (id === undefined) return 0
  const known = codes.get(id)
  if (known !== undefined) return known
  const code = ids.push(id) - 1
  codes.set(id, code)
  return code
}

function longer<T extends Float64Array | Uint16Array>(from: T, to: T): T {
  to.set(from)
  return to
}

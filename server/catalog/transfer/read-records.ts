/** Reads the records of a CSV file as saved by a spreadsheet. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type CsvError, parse } from 'csv-parse'
import type { TextEncoding } from '#contract/admin.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { decodeText } from './decode-text.ts'

/** The maximum number of bytes in a row; the longest possible product needs less. */
const ROW_BYTES_MAX = 256 * 1024
/** How many bytes to parse before letting other requests run. */
const PIECE_BYTES = 64 * 1024

const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]

export interface Records {
  separator: Separator
  encoding: TextEncoding
  /** @throws ShopError `invalid` at the first row that is not CSV. */
  records: AsyncGenerator<string[]>
}

/** @throws ShopError `invalid` if the encoding cannot be determined. */
export function readRecords(file: Buffer): Records {
  const { bytes, encoding } = decodeText(file)
  const separator = separatorOf(bytes)
  return { separator, encoding, records: recordsOf(bytes, separator) }
}

async function* recordsOf(file: Buffer, separator: Separator): AsyncGenerator<string[]> {
  let row = 1
  let line = 1
  const parser = Readable.from(inPieces(file)).pipe(
    parse({
      delimiter: separator,
      relax_column_count: true,
      bom: true,
      max_record_size: ROW_BYTES_MAX,
      // Counts rows as they are parsed, since an error overtakes the parsed records that are still queued.
      on_record(record: string[], { lines }) {
        row++
        line = lines + 1
        return record
      },
    }),
  )
  try {
    for await (const record of parser) yield record
  } catch (error) {
    throw invalid({ file: [unreadable(error as CsvError, row, line)] })
  }
}

/**
 * Yields the file in pieces, so that other requests run in between: the parser processes each piece without a break.
 */
async function* inPieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < file.length; from += PIECE_BYTES) {
    yield file.subarray(from, from + PIECE_BYTES)
    await setImmediate()
  }
}

/** The most frequent separator in the heading, outside quotes. */
function separatorOf(file: Buffer): Separator {
  const text = file.toString('utf8', 0, ROW_BYTES_MAX).replace(/"[^"]*"/g, '')
  const heading = text.split(/\r?\n/, 1)[0] ?? ''
  const countOf = (separator: Separator) => heading.split(separator).length
  return SEPARATORS.reduce((best, one) => (countOf(one) > countOf(best) ? one : best))
}

/** @param line the row's first line, since an unclosed quotation mark extends the row to the end of the file. */
function unreadable({ code, field }: CsvError, row: number, line: number): Sentence {
  const at = { row, line }
  switch (code) {
    case 'CSV_MAX_RECORD_SIZE':
      return { id: 'error.rowTooLong', values: { ...at, kilobytes: ROW_BYTES_MAX / 1024 } }
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return { id: 'error.quoteOpen', values: at }
    case 'INVALID_OPENING_QUOTE':
      return { id: 'error.quoteWithin', values: { ...at, text: String(field).slice(-60) } }
    default:
      return { id: 'error.notCsv', values: { line } }
  }
}

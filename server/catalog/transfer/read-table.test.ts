import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { PRODUCT_COLUMNS } from '#contract/admin.ts'
import { PHONE as GOOD, importsOf, type Row, table } from '#tests/kit/imports.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { readTable } from './read-table.ts'
import { PRODUCTS_SHAPE } from './validate-import.ts'

describeShop('a table', (shop) => {
  const { send, check } = importsOf(shop)
  const errorOf = async (file: string | Buffer) => {
    const { status, body } = await send(file, { mode: 'check' })
    return [status, body.errors?.file?.[0]]
  }
  const heading = PRODUCT_COLUMNS.join(',')

  it('reads files from spreadsheets: semicolons, a byte order mark, quotes, empty rows', async () => {
    const file = `\uFEFF${Object.keys(GOOD).join(';')}\r\n${Object.values({
      ...GOOD,
      name: '"Two; ""lines""\r\nlong"',
    }).join(';')}\r\n;;;;;;;\r\n`

    expect(await check(file)).toMatchObject({ rows: 1, creates: 1, problems: [] })
  })

  it('says in which encoding it read a file that is not UTF-8', async () => {
    const file = `\uFEFF${Object.keys(GOOD)}\r\n${Object.values(GOOD)}\r\n`

    const read = { creates: 1, problems: [] }
    expect(await check(file)).toMatchObject({ ...read, encoding: 'UTF-8' })
    expect(await check(Buffer.from(file, 'utf16le'))).toMatchObject({ ...read, encoding: 'UTF-16' })
  })

  it('with semicolons or tabs has decimal commas, and a thousands mark is asked about', async () => {
    // The last heading has more commas in its quotes than the heading row has separators.
    const columns = [...Object.keys(GOOD), 'stock', '"1,2,3,4,5,6,7,8,9,10,11,12"']
    const rows = ['1299,00', '"19,90"', '1.000'].map((price) =>
      Object.values({ ...GOOD, price }).concat('1.000', 'x'),
    )
    for (const separator of [';', '\t']) {
      const file = [columns, ...rows].map((row) => row.join(separator))

      const { problems, creates } = await check(file.join('\n'))

      expect(creates).toBe(0)
      const asked = '“1.000” can mean 1000 or 1.00. Enter one of the two.'
      expect(problems.slice(1)).toEqual([
        { row: 2, field: 'stock', reason: asked },
        { row: 3, field: 'stock', reason: asked },
        { row: 4, field: 'price', reason: asked },
        { row: 4, field: 'stock', reason: asked },
      ])
    }
  })

  it('of 1,500 columns is refused by its heading, and no row is read', async () => {
    const columns = Array.from({ length: 1_500 }, (_, index) => `x${index}`)
    // The last row is unreadable: an error that does not mention this was found before the row was read.
    const file = `${heading},${columns.join(',')}\n${'a\n'.repeat(1_000)}"`

    expect(await errorOf(file)).toEqual([
      422,
      "The file has 1520 columns, but the maximum is 460. Remove the columns that aren't in the export.",
    ])
  })

  it.for([
    [
      'more than ten unknown columns',
      `${heading},${Array.from({ length: 11 }, (_, index) => `mine ${index}`).join(',')}\n`,
      'The file has 11 unrecognized columns, but only 10 can be ignored. Remove some, such as “mine 0”.',
    ],
    [
      'a column twice',
      `${heading},price\n`,
      'Column “price” appears twice in the file. Remove one of the two columns.',
    ],
    [
      'a row of very many cells',
      `${heading}\n${','.repeat(20)}\n${','.repeat(500)}\n`,
      'Row 3 has 501 cells, but the maximum is 460. Are the quotation marks missing around a value that contains the separator?',
    ],
    [
      'a row of very much text',
      `${heading}\n\n"${'x'.repeat(270_000)}"\n`,
      'Row 3 (line 3) is longer than 256 KB. Is a closing quotation mark missing?',
    ],
    [
      'an open quote before much else',
      `${heading}\n"a\n${'b\n'.repeat(200_000)}`,
      expect.stringMatching(/^Row 2 \(line 2\) is longer than 256 KB/),
    ],
    [
      'very many cells',
      `${heading},${Array.from({ length: 430 }, (_, at) => `attribute.${at}`)}\n${`${'1,'.repeat(449)}1\n`.repeat(2_300)}`,
      'The file has more than 1,000,000 filled cells. Split it into several files.',
    ],
    [
      'more rows than may be',
      `${heading}\n${'a,b\n'.repeat(20_001)}`,
      'A file can have at most 20000 rows.',
    ],
    [
      'bytes that are no text',
      Buffer.from([0x80, 0xff, 0x00, 0x41]),
      expect.stringMatching(
        /^The encoding of the file couldn't be recognized. Save the file as UTF-8: in Excel/,
      ),
    ],
    ['other columns', 'a,b,c\n1,2,3\n', expect.stringContaining('missing: name, price')],
    [
      'an open quote, named where it opens',
      `${heading}\n1,2\n3,"Lamp 5 wide\n4,5\n6,7\n`,
      expect.stringMatching(/^Row 3 \(line 3\): .* that is never closed/),
    ],
    [
      'an open quote that a later one seems to close',
      `${heading}\n1,"two\nlines"\n3,"Lamp\n4,"5"\n6,7\n`,
      expect.stringMatching(/^Row 3 \(line 4\): .* that is never closed/),
    ],
    [
      'a quote within a text',
      `${heading}\n1,Lamp 5" wide\n`,
      expect.stringMatching(
        /^Row 2 \(line 2\) .* after “Lamp 5”\. .* double the quotation mark inside it\.$/,
      ),
    ],
  ] as Array<[string, string | Buffer, string]>)(
    'with %s is refused, with the reason',
    async ([, file, reason]) => {
      expect(await errorOf(file)).toEqual([422, reason])
    },
  )

  it('names unknown columns, and leaves them and cells without a column out', async () => {
    const mine = 'weight,,compare_price'
    const { creates, bad_rows, problems } = await check(
      `${mine},${Object.keys(GOOD).join(',')},,\n1,2,3,${Object.values(GOOD).join(',')},,,,,\n`,
    )

    expect([creates, bad_rows]).toEqual([1, 0])
    expect(problems).toEqual([
      { row: 1, field: 'weight', reason: "Column “weight” isn't recognized and will be ignored." },
      {
        row: 1,
        field: 'compare_price',
        reason: expect.stringMatching(/Did you mean “compare_at_price”\?$/),
      },
    ])
  })

  it('leaves the server to others between its rows', async () => {
    const size = 5000
    const rows = Array.from({ length: size }, (_, at): Row => ({ ...GOOD, sku: `big-${at}` }))
    const file = table(rows, PRODUCT_COLUMNS)
    let turns = 0
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        expect((await shop.call('GET', '/healthz')).status).toBe(200)
        turns++
        // Unlike a request over the network, an injected one needs no turn of the event loop.
        await setImmediate()
      }
    })()
    const report = await check(file).finally(() => {
      isOver = true
    })
    await others

    expect(report).toMatchObject({ rows: size, creates: size, problems: [] })
    // The pieces of the file end within multibyte characters.
    const names = (await readTable(Buffer.from(file), PRODUCTS_SHAPE)).rows.map(({ cells }) =>
      cells.get('name_ar'),
    )
    expect(new Set(names)).toEqual(new Set([GOOD.name_ar]))
    // At least one turn per 500 rows, both while they are read and while they are validated.
    expect(turns).toBeGreaterThanOrEqual(2 * (size / 500))
  })
})

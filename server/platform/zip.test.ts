import { Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isZip, unzipped, type ZipFile, ZipUnreadable, zipped } from './zip.ts'

const LIMITS = { files: 10, bytes: 1_000_000 }
const LONG = 'a line of a table\n'.repeat(20_000)

async function* of(...files: ZipFile[]) {
  yield* files
}

async function* inParts(text: string) {
  for (let at = 0; at < text.length; at += 1000) yield text.slice(at, at + 1000)
}

async function zip(...files: ZipFile[]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipped(of(...files))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const texts = async (bytes: Buffer, limits = LIMITS) =>
  [...(await unzipped(bytes, limits))].map(([name, content]) => [name, content.toString()])

describe('a ZIP', () => {
  it('has the files that were put in, streamed or packed already, in their order', async () => {
    const bytes = await zip(
      { name: 'long.csv', content: inParts(LONG) },
      { name: 'pictures/one.webp', content: Buffer.from('packed'), isPacked: true },
      { name: 'empty.csv', content: new Uint8Array() },
      { name: 'عربي.csv', content: inParts('نص') },
    )

    expect(isZip(bytes)).toBe(true)
    expect(bytes.length).toBeLessThan(LONG.length / 10)
    expect(await texts(bytes)).toEqual([
      ['long.csv', LONG],
      ['pictures/one.webp', 'packed'],
      ['empty.csv', ''],
      ['عربي.csv', 'نص'],
    ])
  })

  it('of the same contents is the same to the byte', async () => {
    const file = { name: 'a.csv', content: Buffer.from('a,b') }
    expect((await zip(file)).equals(await zip(file))).toBe(true)
  })

  it('by other programs is read: stored or compressed, with folders, with nothing in it', async () => {
    const files = { 'folder/': new Uint8Array(), 'folder/a.csv': Buffer.from('a,b') }
    for (const level of [0, 9] as const) {
      expect(await texts(Buffer.from(zipSync(files, { level })))).toEqual([['folder/a.csv', 'a,b']])
    }
    const nothing = Buffer.from(zipSync({}))
    expect([isZip(nothing), await texts(nothing)]).toEqual([true, []])
  })

  it('that is larger unpacked than allowed is refused before all of it is', async () => {
    // 5 kB that unpack to 5 MB of zeros.
    const bomb = Buffer.from(zipSync({ 'bomb.csv': new Uint8Array(5_000_000) }))
    expect(bomb.length).toBeLessThan(10_000)
    await expect(unzipped(bomb, LIMITS)).rejects.toMatchObject({ isTooLarge: true })
    const many = Buffer.from(
      zipSync(Object.fromEntries([...'abcdefghijkl'].map((name) => [name, new Uint8Array()]))),
    )
    await expect(unzipped(many, LIMITS)).rejects.toMatchObject({ isTooLarge: true })
    await expect(texts(many, { ...LIMITS, files: 12 })).resolves.toHaveLength(12)
  })

  it('that was cut off or damaged is refused, wherever', async () => {
    const whole = await zip(
      { name: 'a.csv', content: inParts(LONG) },
      { name: 'b.csv', content: Buffer.from('b') },
    )
    for (const length of [3, 40, 200, whole.length - 60, whole.length - 1]) {
      const cut = whole.subarray(0, length)
      await expect(unzipped(cut, LIMITS), `${length} bytes`).rejects.toBeInstanceOf(ZipUnreadable)
    }
    const damaged = Buffer.from(whole).fill(0xff, 60, 120)
    await expect(unzipped(damaged, LIMITS)).rejects.toMatchObject({ isTooLarge: false })
    expect(isZip(Buffer.from('PKZIP, a table'))).toBe(false)
  })

  it('whose sizes stand behind the contents is read', async () => {
    const chunks: Uint8Array[] = []
    const streamed = new Zip((_error, chunk) => chunks.push(chunk))
    const [stored, packed] = [new ZipPassThrough('stored.csv'), new ZipDeflate('packed.csv')]
    for (const file of [stored, packed]) {
      streamed.add(file)
      file.push(Buffer.from(LONG), true)
    }
    streamed.end()
    expect(await texts(Buffer.concat(chunks))).toEqual([
      ['stored.csv', LONG],
      ['packed.csv', LONG],
    ])
  })

  it('has files whose contents look like the parts of a ZIP', async () => {
    const parts = ['PK\x07\x08', 'PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06'].join('x'.repeat(500))
    const bytes = await zip(
      { name: 'a.webp', content: Buffer.from(parts, 'latin1'), isPacked: true },
      { name: 'b.csv', content: Buffer.from('b') },
    )

    const files = await unzipped(bytes, LIMITS)

    expect(files.get('a.webp')?.toString('latin1')).toBe(parts)
    expect(files.get('b.csv')?.toString()).toBe('b')
  })

  it('is refused when a file is not what its checksum says, or larger than it says', async () => {
    const whole = await zip({ name: 'a', content: Buffer.from('stored as it is'), isPacked: true })
    const changed = Buffer.from(whole)
    changed[31] = 'S'.charCodeAt(0)
    await expect(unzipped(changed, LIMITS)).rejects.toMatchObject({ isTooLarge: false })

    const bomb = Buffer.from(zipSync({ a: new Uint8Array(500_000) }))
    // Changes the size in the directory entry, 24 bytes after its signature.
    bomb.writeUInt32LE(10, bomb.indexOf('PK\x01\x02', 0, 'latin1') + 24)
    await expect(unzipped(bomb, LIMITS)).rejects.toMatchObject({ isTooLarge: false })
  })

  it('with Arabic names is read, also by programs that do not say that they are UTF-8', async () => {
    const bytes = await zip({ name: 'هاتف.png', content: Buffer.from('x') })
    const flags = bytes.indexOf('PK\x01\x02', 0, 'latin1') + 8
    bytes.writeUInt16LE(bytes.readUInt16LE(flags) & ~0x800, flags)

    expect(await texts(bytes)).toEqual([['هاتف.png', 'x']])
  })
})

import { copyFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptyPlace, emptyPlace } from '#tests/kit/empty-place.ts'
import { checkInvariants, compareWithAnswers, type OrderAnswer } from '#tests/kit/invariants.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { runScript } from '#tests/kit/run-script.ts'
import { type Person, Shop } from '#tests/kit/shop.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { restore } from './restore.ts'

describe('a backup', () => {
  let shop: Shop
  let place: Place & { db: Database }
  let file: string
  let before: OrderAnswer[]
  let log: OrderAnswer[]

  beforeAll(async () => {
    place = await openPlace()
    shop = new Shop(place.folder)
    await shop.open(place.db)
  })
  afterAll(async () => {
    await shop.close()
    await place.remove()
  })

  it('is taken while customers order, fill carts, rate and change their pictures', async () => {
    const load = await startLoad(shop)
    await expect.poll(() => load.answers.length, { timeout: 60_000 }).toBeGreaterThan(20)
    await expect.poll(load.pictures, { timeout: 60_000 }).toBeGreaterThan(1)
    before = [...load.answers]

    const { code, output } = await runScript('backup', ['--to', place.backups], place.env)

    const during = load.answers.length - before.length
    await load.stop()
    log = load.answers
    expect([code, output]).toEqual([0, expect.stringContaining('Saved to')])
    expect(during).toBeGreaterThan(0)
    const [name = ''] = await readdir(place.backups)
    expect(name).toMatch(/^barq-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/)
    expect(await leftovers(place.folder)).toEqual([])
    file = join(place.backups, name)
  })

  it('is refused by a running shop, whatever the options', async () => {
    await expect(bringBack(place, file)).rejects.toThrow(/the database is in use/)
  })

  it('restores every order that was acknowledged before it, with no rule broken', async () => {
    const target = await newPlace()
    const { code, output } = await runScript('restore', [file], target.env)
    expect([code, output]).toEqual([0, expect.stringContaining('the data passed every check')])

    const db = await target.reopen()
    const broken = await checkInvariants(db.run)
    expect(broken).toEqual([])
    const ids = await orderIds(db)
    const missing = before.flatMap(({ orders }) => orders).filter(({ id }) => !ids.has(id))
    expect(missing).toEqual([])
    // Compares only orders that are in the backup: later ones are not in the restored database.
    const known = log.map((answer) => ({
      ...answer,
      orders: answer.orders.filter(({ id }) => ids.has(id)),
    }))
    const differences = await compareWithAnswers(db.run, known)
    expect(differences).toEqual([])
    const pictures = await sql<{ key: string }>`
      select picture_key as key from app_user where picture_key is not null`.execute(db.run)
    expect(pictures.rows.length).toBeGreaterThan(1)
    const media = new Set(await readdir(join(target.folder, 'media')))
    const kept = pictures.rows.filter(({ key }) => media.has(key))
    expect(kept).toEqual(pictures.rows)
    await db.close()

    await expect(bringBack(target, file, { replace: false })).rejects.toThrow(
      'add --replace-this-shop',
    )
    expect((await bringBack(target, file)).kept).toBeTruthy()
    const last = await target.reopen()
    expect((await orderIds(last)).size).toBe(ids.size)
    await last.close()
    await target.remove()
  })

  it('that is truncated, changed or of another kind is refused, and the shop stays', async () => {
    const target = await openPlace()
    await target.db.close()
    const damaged = join(place.backups, 'damaged.tar.gz')
    await copyFile(file, damaged)
    await truncate(damaged, (await readFile(file)).length - 5_000)
    const text = join(place.backups, 'text.tar.gz')
    await writeFile(text, 'not an archive')
    for (const [name, reason] of [
      [damaged, 'could not be unpacked'],
      [text, 'could not be unpacked'],
      [join(place.backups, 'none.tar.gz'), 'there is no file'],
    ] as const) {
      await expect(bringBack(target, name)).rejects.toThrow(reason)
    }
    expect(await leftovers(target.folder)).toEqual([])
    const db = await target.reopen()
    expect(await migrate(db)).toEqual([])
    await db.close()
    await target.remove()
  })
})

interface Load {
  /** The responses to all orders acknowledged so far, oldest first. */
  answers: OrderAnswer[]
  pictures(): number
  stop(): Promise<void>
}

async function startLoad(shop: Shop): Promise<Load> {
  const people = await shop.customers(6)
  const products = await shop.products(20, { stock: 100_000 })
  const image = await sharp({
    create: { width: 60, height: 60, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  const answers: OrderAnswer[] = []
  let pictures = 0
  let isOver = false

  async function shopFor(person: Person, index: number): Promise<void> {
    const { token } = person
    for (let turn = 0; !isOver; turn++) {
      const product = products[(index + turn) % products.length] ?? 0
      await shop.call('POST', '/api/user/cart', { token, body: { cart: product } })
      const other = products[(index * 7 + turn) % products.length] ?? 0
      const lines = [...new Set([product, other])]
      const orders = lines.map((Product) => ({ Product, quantity: 2 }))
      const placed = await shop.call('POST', '/api/user/order', { token, body: { orders } })
      if (placed.status === 201) answers.push({ userId: person.id, orders: placed.body.data })
      const rating = 1 + (turn % 5)
      await shop.call('POST', '/api/user/rate', { token, body: { productId: product, rating } })
    }
  }

  async function changePictures(people: Person[]): Promise<void> {
    for (let turn = 0; !isOver && turn < 1_000; turn++) {
      const token = people[turn % people.length]?.token
      const form = multipart('image', image, { type: 'image/png' })
      const answer = await shop.call('POST', '/api/auth/upload_images', { token, ...form })
      if (answer.status === 200) pictures++
    }
  }

  const done = [...people.map(shopFor), changePictures(people.slice(0, 4))]
  return {
    answers,
    pictures: () => pictures,
    async stop() {
      isOver = true
      await Promise.all(done)
    },
  }
}

interface Place extends EmptyPlace {
  backups: string
  reopen(): Promise<Database>
}

async function openPlace(): Promise<Place & { db: Database }> {
  const place = await newPlace()
  const db = await place.reopen()
  await migrate(db)
  return { ...place, db }
}

async function newPlace(): Promise<Place> {
  const place = await emptyPlace()
  const reopen = () => openDatabase(place.settings)
  return { ...place, backups: join(place.root, 'backups'), reopen }
}

function bringBack({ settings }: Place, file: string, { replace = true } = {}) {
  const shop = { ...settings, s3: null }
  return restore(shop, { file, replace, progress: () => {}, check: async () => [] })
}

async function orderIds(db: Database): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from orders`.execute(db.run)
  return new Set(rows.map(({ id }) => id))
}

async function leftovers(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^(copy|restore)-/.test(name))
}

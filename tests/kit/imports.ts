import type { RawBuilder } from 'kysely'
import { vi } from 'vitest'
import type { ImportJob } from '#contract/admin.ts'
import { csvHead, csvLine } from '#server/platform/csv.ts'
import { multipart } from './multipart.ts'
import type { Answer, Person, Shop } from './shop.ts'

export type Row = Record<string, string>

export const PHONE: Row = {
  category: 'Phones',
  name: 'A phone',
  name_ar: 'هاتف',
  description: 'A phone',
  description_ar: 'هاتف',
  seller: 'Orvane',
  price: '10.50',
}

/**
 * The rows as CSV.
 * @param columns the leading columns, present even if no row has them; the rows' other columns follow.
 */
export function table(rows: readonly Row[], columns: readonly string[] = []): string {
  const all = [...new Set([...columns, ...rows.flatMap((row) => Object.keys(row))])]
  const lines = rows.map((row) => csvLine(all.map((column) => row[column] ?? '')))
  return csvHead(all) + lines.join('')
}

export interface ImportOptions {
  mode: 'check' | 'apply'
  skipBad?: 'true'
  ownIds?: 'true'
  mapping?: string
}

type Options = Omit<ImportOptions, 'mode'>

const PATH = '/api/admin/products/imports'

export function importsOf(shop: Shop) {
  let staff: Promise<Person> | undefined
  async function token(): Promise<string> {
    staff ??= shop.admin()
    return (await staff).token
  }

  async function send(
    file: string | Buffer,
    { language = 'en', ...query }: ImportOptions & { language?: string },
  ): Promise<Answer> {
    const { payload, headers } = multipart('file', file)
    return shop.call('POST', PATH, {
      token: await token(),
      payload,
      query,
      headers: { ...headers, 'accept-language': language },
    })
  }

  const jobOf = async (id: number): Promise<ImportJob> =>
    (await shop.call('GET', `${PATH}/${id}`, { token: await token() })).body.data

  async function ended(id: number): Promise<ImportJob> {
    await vi.waitUntil(async () => (await jobOf(id)).state !== 'running', { timeout: 60_000 })
    return jobOf(id)
  }

  async function apply(file: string | Buffer, options: Options = {}) {
    const { body } = await send(file, { ...options, mode: 'apply' })
    return { report: body, job: await ended(body.job) }
  }

  return {
    token,
    send,
    jobOf,
    ended,
    check: async (file: string | Buffer, options: Options = {}) =>
      (await send(file, { ...options, mode: 'check' })).body,
    apply,
    /** Like `apply`, but runs `change` after the file is validated and before its rows are applied. */
    async applyAfter(change: RawBuilder<unknown>, file: string | Buffer, options: Options = {}) {
      await shop.sql`
        create function meanwhile() returns trigger language plpgsql as $$
        begin ${change} return null; end $$`
      await shop.sql`
        create trigger meanwhile after insert on import_job
        for each row execute function meanwhile()`
      try {
        return await apply(file, options)
      } finally {
        await shop.sql`drop trigger meanwhile on import_job`
        await shop.sql`drop function meanwhile()`
      }
    },
  }
}

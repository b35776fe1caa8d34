/**
 * A picture store that cleans up after itself. It removes a picture a day after it was uploaded or retired if it is not
 * in use, for example because a form was never saved or a process died midway.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PictureShape } from '#contract/pictures.ts'
import type { Database, Handle } from '../db/database.ts'
import { encodeUpload, newPictureKey, type PictureStore, readPicture } from './picture-store.ts'

/** Returns those of the `keys` whose pictures a part shows or still needs. */
export type PicturesInUse = (db: Handle, keys: readonly string[]) => Promise<string[]>

const BATCH = 500

export interface KeptPictures extends Pick<PictureStore, 'remove' | 'read'> {
  /**
   * Encodes and stores a picture.
   * @param key the preferred key. If it is missing or belongs to a picture in use, a new random key is used.
   * @returns the picture's key.
   * @throws ShopError `invalid` if the bytes are not an accepted picture, `unavailable`; or the disk's error.
   */
  save(bytes: Buffer, shape: PictureShape, key?: string): Promise<string>
  isShipped(key: string): boolean
  /**
   * Call this for pictures that are no longer shown, for example by a product. Unless they are in use, they are removed
   * a day later; until then, open pages and caches may still request them.
   */
  retire(tx: Handle, keys: readonly string[]): Promise<void>
  /** Runs a round of cleanup. Several processes may run it concurrently. */
  removeUnused(): Promise<void>
}

interface PictureOptions {
  shipped?: string
  /**
   * Returns the keys of pictures that are not currently shown but may be shown again, which are retained for another
   * day.
   */
  held?: PicturesInUse
}

export function createKeptPictures(
  db: Database,
  store: PictureStore,
  inUse: PicturesInUse,
  { shipped, held }: PictureOptions = {},
): KeptPictures {
  const folderOf = (key: string) =>
    shipped !== undefined && /^[a-z0-9-]+$/.test(key) && existsSync(join(shipped, key))
      ? shipped
      : null

  async function removeBatch(): Promise<number> {
    const { rows } = await sql<{ key: string }>`
      select key from new_picture where kept_at < now() - interval '1 day'
      order by kept_at limit ${BATCH}`.execute(db.run)
    const keys = rows.map(({ key }) => key)
    if (keys.length === 0) return 0
    // Held pictures are read before those in use, so that a picture restored in between is still found in use.
    const waiting = new Set(await held?.(db.run, keys))
    const used = new Set(await inUse(db.run, keys))
    for (const key of keys) if (!used.has(key) && !waiting.has(key)) await store.remove(key)
    await note(db.run, [...waiting], sql`now()`)
    await forget(
      db,
      keys.filter((key) => !waiting.has(key)),
    )
    return keys.length
  }

  return {
    async save(bytes, shape, wanted) {
      const files = await encodeUpload(bytes, shape)
      const isFree = wanted !== undefined && (await inUse(db.run, [wanted])).length === 0
      const key = isFree ? wanted : newPictureKey()
      // An unused picture may have left files under this key.
      if (isFree) await store.remove(key)
      // The key is recorded first, so that if storing fails, a later round removes the files left behind.
      await note(db.run, [key], sql`now()`)
      await store.save(files, key)
      return key
    },

    async remove(key) {
      await note(db.run, [key], sql`'-infinity'`)
      await store.remove(key)
      await forget(db, [key])
    },

    retire: (tx, keys) => note(tx, keys, sql`now()`),

    isShipped: (key) => folderOf(key) !== null,

    read(key) {
      const folder = folderOf(key)
      return folder === null ? store.read(key) : readPicture(folder, key)
    },

    async removeUnused() {
      while ((await removeBatch()) === BATCH);
    },
  }
}

async function note(
  handle: Handle,
  keys: readonly string[],
  at: ReturnType<typeof sql>,
): Promise<void> {
  if (keys.length === 0) return
  // Keys are inserted in order: two edits recording the same pictures in different orders could deadlock.
  await sql`
    insert into new_picture (key, kept_at)
    select distinct key, ${at}::timestamptz from unnest(${[...keys]}::text[]) as key order by key
    on conflict (key) do update set kept_at = excluded.kept_at`.execute(handle)
}

async function forget(db: Database, keys: readonly string[]): Promise<void> {
  await sql`delete from new_picture where key = any(${[...keys]}::text[])`.execute(db.run)
}

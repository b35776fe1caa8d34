const BATCH = 500

/** Yields rows in order of id, one batch at a time, so that memory use does not grow with the shop. */
export async function* inBatches<Row extends { id: number }>(
  read: (afterId: number, limit: number) => Promise<Row[]>,
  limit = BATCH,
): AsyncGenerator<Row[]> {
  for (let afterId = 0; ; ) {
    const rows = await read(afterId, limit)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    afterId = last.id
  }
}

import { useEffect, useRef, useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import { PICTURE_BYTES_MAX, PICTURES_MAX } from '#contract/limits.ts'
import type { PictureItem, SaveListener } from './save-product.ts'

export interface Pictures {
  items: PictureItem[]
  /** The uploaded share of each picture, from 0 to 1, keyed by picture id. */
  sent: Readonly<Record<string, number>>
  refused: ReadonlySet<string>
  add: (files: File[]) => { tooLarge: boolean }
  remove: (id: string) => void
  move: (id: string, by: -1 | 1) => void
  describe: (id: string, words: Partial<Pick<PictureItem, 'alt' | 'alt_ar'>>) => void
  listener: Pick<SaveListener, 'onProgress' | 'onPicture' | 'onPictureFailed'>
}

let lastId = 0

/** The pictures in the editor: stored pictures, and files that are uploaded on save. */
export function usePictures(product: AdminProduct | null): Pictures {
  const [items, setItems] = useState<PictureItem[]>(() => itemsOf(product))
  const [sent, setSent] = useState<Record<string, number>>({})
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  useForgetFiles(items)

  const change = (id: string, values: Partial<PictureItem>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...values } : item)))

  return {
    items,
    sent,
    refused,
    add(files) {
      const fitting = files.filter((file) => file.size <= PICTURE_BYTES_MAX)
      const fresh = fitting.map((file) => newItem(file, product))
      setItems((all) => [...all, ...fresh].slice(0, PICTURES_MAX))
      return { tooLarge: fitting.length < files.length }
    },
    remove: (id) => setItems((all) => all.filter((item) => item.id !== id)),
    move: (id, by) => setItems((all) => moved(all, id, by)),
    describe: change,
    listener: {
      onProgress: ({ id }, part) => setSent((parts) => ({ ...parts, [id]: part })),
      onPicture: ({ id }, key) => change(id, { key }),
      onPictureFailed({ id }, isRefused) {
        if (isRefused) setRefused((ids) => new Set([...ids, id]))
        setSent(({ [id]: _part, ...others }) => others)
      },
    },
  }
}

function itemsOf(product: AdminProduct | null): PictureItem[] {
  return (product?.pictures ?? []).map((picture) => ({ ...picture, id: picture.key, file: null }))
}

function newItem(file: File, product: AdminProduct | null): PictureItem {
  lastId += 1
  return {
    id: `new-${lastId}`,
    key: null,
    file,
    url: URL.createObjectURL(file),
    alt: product?.name ?? '',
    alt_ar: product?.name_ar ?? '',
  }
}

function moved(items: readonly PictureItem[], id: string, by: -1 | 1): PictureItem[] {
  const from = items.findIndex((item) => item.id === id)
  const item = items[from]
  const to = from + by
  if (!item || to < 0 || to >= items.length) return [...items]
  const others = items.filter((other) => other !== item)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

/** Revokes the object URLs on unmount; otherwise, they would keep the files in memory. */
function useForgetFiles(items: readonly PictureItem[]) {
  const latest = useRef(items)
  latest.current = items
  useEffect(
    () => () => {
      for (const { file, url } of latest.current) if (file) URL.revokeObjectURL(url)
    },
    [],
  )
}

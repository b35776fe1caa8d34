/** Saves a product with its pictures and stock, in the order that the server requires. */
import type { AdminProduct, ProductForm } from '#contract/admin/products.ts'
import { ApiError } from '#web/api/request.ts'
import { addPicture, addProduct, adjustStock, changeProduct } from './products.queries.ts'

/** A picture in the editor: already stored, or a file that is yet to be uploaded. */
export interface PictureItem {
  id: string
  /** Null until the file is uploaded. */
  key: string | null
  file: File | null
  url: string
  alt: string
  alt_ar: string
}

export interface Draft {
  /** The product, with the version that the edit is based on; null for a new product. */
  product: Pick<AdminProduct, 'id' | 'version'> | null
  form: ProductForm
  pictures: PictureItem[]
  /** The opening stock of a new product; for an existing product, the change in units. */
  stock: number
  stockNote: string
}

export interface SaveListener {
  /** Receives the saved product after each step, so that a later failure loses nothing. */
  onStep(product: AdminProduct): void
  onProgress(picture: PictureItem, part: number): void
  onPicture(picture: PictureItem, key: string): void
  /** @param refused whether the server rejected the file itself, so that another attempt cannot succeed */
  onPictureFailed(picture: PictureItem, refused: boolean): void
}

/** Thrown when every picture was saved except those that the server rejected. */
export class PicturesRefused extends ApiError {}

/**
 * @throws PicturesRefused after all other pictures are saved; the stock change is not sent
 * @throws the error of any other step that fails; the earlier steps stay saved
 */
export async function saveProduct(draft: Draft, listener: SaveListener): Promise<void> {
  const { form, stock } = draft
  const isNew = !draft.product
  const pictures = draft.pictures.map((picture) => ({ ...picture }))
  let saved = draft.product
    ? await changeProduct(draft.product.id, {
        ...form,
        version: draft.product.version,
        pictures: described(pictures),
      })
    : await addProduct({ ...form, stock })
  listener.onStep(saved)

  let failure: ApiError | undefined
  for (const picture of pictures) {
    if (picture.key) continue
    try {
      saved = await sendPicture(saved, picture, listener)
      listener.onStep(saved)
    } catch (error) {
      if (!isFinal(error)) throw error
      failure ??= error
    }
  }
  const wanted = described(pictures, saved.pictures)
  if (JSON.stringify(described(saved.pictures)) !== JSON.stringify(wanted)) {
    saved = await changeProduct(saved.id, { ...form, version: saved.version, pictures: wanted })
    listener.onStep(saved)
  }
  if (failure) throw new PicturesRefused(failure.status, failure.body)
  if (!isNew && stock !== 0) listener.onStep(await adjustStock(saved.id, stock, draft.stockNote))
}

async function sendPicture(
  product: AdminProduct,
  picture: PictureItem,
  listener: SaveListener,
): Promise<AdminProduct> {
  if (!picture.file) return product
  const known = keysOf(product.pictures)
  try {
    const onProgress = (part: number) => listener.onProgress(picture, part)
    const saved = await addPicture(product.id, picture.file, onProgress)
    picture.key = keysOf(saved.pictures).find((key) => !known.includes(key)) ?? null
    if (picture.key) listener.onPicture(picture, picture.key)
    return saved
  } catch (error) {
    listener.onPictureFailed(picture, isFinal(error))
    throw error
  }
}

/** Whether the server rejected the file itself, not just this attempt. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 422 || error.status === 413)
}

type Described = Pick<PictureItem, 'key' | 'alt' | 'alt_ar'>

/**
 * The uploaded pictures with their texts.
 * @param known pictures with the server's default texts, which replace empty texts
 */
function described(pictures: readonly Described[], known: readonly Described[] = []) {
  return pictures.flatMap(({ key, alt, alt_ar }) => {
    if (!key) return []
    const given = known.find((picture) => picture.key === key)
    return [{ key, alt: alt || given?.alt || '', alt_ar: alt_ar || given?.alt_ar || '' }]
  })
}

function keysOf(pictures: readonly { key: string | null }[]): (string | null)[] {
  return pictures.map(({ key }) => key)
}

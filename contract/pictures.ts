/** Addresses of stored pictures. Plain values: the page imports this file at run time. */

/** The widths in pixels of every stored picture, by the shape of its canvas. */
export const PICTURE_WIDTHS = {
  square: [96, 192, 384, 800],
  wide: [400, 800, 1200],
} as const

/** Height over width of each shape's canvas. */
export const PICTURE_RATIOS = { square: 1, wide: 2 / 3 } as const satisfies Record<
  PictureShape,
  number
>

/** The `sizes` attributes of the first pictures on a screen. */
export const PICTURE_SIZES = {
  slide: '(max-width: 900px) 92vw, 600px',
  gallery: '(max-width: 640px) 80vw, (max-width: 960px) 40vw, 480px',
  card: '192px',
} as const

/** Most preferred first: the order in which a page offers them. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

export type PictureShape = keyof typeof PICTURE_WIDTHS
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The address of one encoding of a picture, relative to the shop's origin. */
export function pictureUrl(key: string, width: number, format: PictureFormat): string {
  return `/media/${key}/${width}.${format}`
}

/** Every width of a picture in a format, for the browser to choose from. */
export function pictureSrcSet(key: string, shape: PictureShape, format: PictureFormat): string {
  return PICTURE_WIDTHS[shape]
    .map((width) => `${pictureUrl(key, width, format)} ${width}w`)
    .join(', ')
}

/** The address sent on the wire: the card's width at two device pixels, in WebP. */
export function wirePictureUrl(key: string): string {
  return pictureUrl(key, 384, 'webp')
}

/** Like `wirePictureUrl`, but for wide pictures (slides, categories). */
export function wireWidePictureUrl(key: string): string {
  return pictureUrl(key, 800, 'webp')
}

/** The key inside an address made by `pictureUrl`, or null for any other address. */
export function pictureKey(url: string): string | null {
  return /^\/media\/([a-z0-9-]+)\/\d+\.(?:avif|webp)$/.exec(url)?.[1] ?? null
}

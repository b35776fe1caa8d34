/** URLs of stored pictures. Free of schemas, to keep them out of the browser bundle. */

const SQUARE = [96, 192, 384, 800] as const

/** The widths, in pixels, in which every picture is stored, keyed by the shape of its canvas. */
export const PICTURE_WIDTHS = {
  square: SQUARE,
  /** Of a person: unlike the others, it is cropped to fill its canvas. It is shown as a square one. */
  portrait: SQUARE,
  wide: [400, 800, 1200],
} as const

/** Height over width of each shape's canvas. */
export const PICTURE_RATIOS = { square: 1, portrait: 1, wide: 2 / 3 } as const satisfies Record<
  PictureShape,
  number
>

/** The `sizes` attributes of the first pictures on a screen. */
export const PICTURE_SIZES = {
  slide: '(max-width: 900px) 92vw, 600px',
  gallery: '(max-width: 640px) 80vw, (max-width: 960px) 40vw, 480px',
  card: '192px',
} as const

/** The formats of stored pictures, in the order in which pages offer them, preferred format first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

export type PictureShape = keyof typeof PICTURE_WIDTHS
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The path of a picture in one width and format. */
export function pictureUrl(key: string, width: number, format: PictureFormat): string {
  return `/media/${key}/${width}.${format}`
}

export function pictureSrcSet(key: string, shape: PictureShape, format: PictureFormat): string {
  return PICTURE_WIDTHS[shape]
    .map((width) => `${pictureUrl(key, width, format)} ${width}w`)
    .join(', ')
}

/**
 * The path of a product's picture in API replies: a WebP twice as wide as on a card, for screens with two device pixels
 * per CSS pixel.
 */
export function wirePictureUrl(key: string): string {
  return pictureUrl(key, 384, 'webp')
}

/** The path of a slide's or category's wide picture in API replies. */
export function wireWidePictureUrl(key: string): string {
  return pictureUrl(key, 800, 'webp')
}

/** The key in a path that `pictureUrl` returned; null for anything else. */
export function pictureKey(url: string): string | null {
  return /^\/media\/([a-z0-9-]+)\/\d+\.(?:avif|webp)$/.exec(url)?.[1] ?? null
}

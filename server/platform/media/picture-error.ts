export type PictureErrorCode = 'not-a-picture' | 'damaged' | 'too-many-pixels' | 'too-much-memory'

/** The bytes are not an accepted picture, or the picture is damaged or too large to be decoded. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly code: PictureErrorCode

  constructor(code: PictureErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

export type PictureErrorCode = 'not-a-picture' | 'too-many-pixels' | 'too-much-memory'

/** The bytes given are no picture we accept, or one that is larger than what we decode. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly code: PictureErrorCode

  constructor(code: PictureErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

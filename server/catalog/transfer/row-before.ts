/** The data stored for undoing an import. */
import type { FitInput } from '#contract/admin.ts'
import type { EditableProduct } from '../manage/product-form.ts'

export interface FitsBefore {
  fits_only: boolean
  rows: FitInput[]
}

/** The previous values of the product's fields that a row changed. */
export type RowBefore = Partial<EditableProduct> & {
  family_id?: number | null
  fits?: FitsBefore
}

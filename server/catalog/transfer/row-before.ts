/** What an import can put back. */
import type { FitInput } from '#contract/admin.ts'
import type { EditableProduct } from '../manage/product-form.ts'

export interface FitsBefore {
  fits_only: boolean
  rows: FitInput[]
}

/** The fields of a product that a row changed, as they were. */
export type RowBefore = Partial<EditableProduct> & {
  family_id?: number | null
  fits?: FitsBefore
}

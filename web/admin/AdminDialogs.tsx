import { Suspense } from 'react'
import { lazyStaffPart } from './lazyStaffPart.ts'

const ProductDialogs = lazyStaffPart(() => import('./products/ProductDialogs.tsx'))

/** The dialogs behind the Edit and Delete links of an admin's cards. */
export default function AdminDialogs() {
  return (
    <Suspense>
      <ProductDialogs />
    </Suspense>
  )
}

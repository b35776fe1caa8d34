import { Suspense } from 'react'
import { useStore } from '#web/ui/store.ts'
import { lazyStaffPart } from '../lazyStaffPart.ts'
import { stepUpAsked } from './step-up.ts'

const StepUpDialog = lazyStaffPart(() => import('./StepUpDialog.tsx'))

/** Asks for the password when a call needs it (`withStepUp`). */
export function StepUp() {
  const asked = useStore(stepUpAsked)
  return (
    asked && (
      <Suspense>
        <StepUpDialog {...asked} />
      </Suspense>
    )
  )
}

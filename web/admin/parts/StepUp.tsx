import { useStore } from '#web/ui/store.ts'
import { lazyStaffAddition } from '../lazyStaffPart.ts'
import { stepUpAsked } from './step-up.ts'

const StepUpDialog = lazyStaffAddition(() => import('./StepUpDialog.tsx'))

/** Shows the password dialog when a call requires it (`withStepUp`). */
export function StepUp() {
  const asked = useStore(stepUpAsked)
  return asked && <StepUpDialog {...asked} />
}

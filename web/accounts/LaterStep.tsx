import type { ComponentProps } from 'react'
import { GoogleReturn } from './GoogleReturn.tsx'
import { SecondStep } from './second-factor/SecondStep.tsx'

type LaterStepProps = ComponentProps<typeof GoogleReturn> | ComponentProps<typeof SecondStep>

/** The steps after the sign-in form, in one chunk: the return from Google, and the second step. */
export default function LaterStep(props: LaterStepProps) {
  return 'fragment' in props ? <GoogleReturn {...props} /> : <SecondStep {...props} />
}

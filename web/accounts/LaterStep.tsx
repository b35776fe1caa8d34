import type { ComponentProps } from 'react'
import { GoogleReturn } from './GoogleReturn.tsx'
import { SecondStep } from './second-factor/SecondStep.tsx'

type LaterStepProps = ComponentProps<typeof GoogleReturn> | ComponentProps<typeof SecondStep>

/** The steps that may follow the sign-in form, in one chunk: the return from Google and the second factor. */
export default function LaterStep(props: LaterStepProps) {
  return 'fragment' in props ? <GoogleReturn {...props} /> : <SecondStep {...props} />
}

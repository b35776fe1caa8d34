import { useQuery } from '@tanstack/react-query'
import { PASSKEY_NAME_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { sessionsQuery } from '../sessions.queries.ts'
import { useDeviceName } from '../useDeviceName.ts'

export function PasskeyName() {
  const t = useT()
  const { data } = useQuery(sessionsQuery)
  const here = data?.find(({ current }) => current)
  const name = useDeviceName(here ?? { browser: null, system: null })
  return (
    <Field
      data-autofocus
      label={t('secondFactor.passkeyName')}
      name="name"
      defaultValue={here ? name : ''}
      maxLength={PASSKEY_NAME_MAX}
      autoComplete="off"
    />
  )
}

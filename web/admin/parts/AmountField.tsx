import type { ComponentProps } from 'react'
import { currencyMark } from '#contract/money.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { amountField } from './number-fields.ts'

type AmountFieldProps = Omit<ComponentProps<typeof Field>, 'label'> & { label: string }

/** A field for an amount; its label names the currency and says whether the amount is optional. */
export function AmountField({ label, ...field }: AmountFieldProps) {
  const t = useT()
  const named = t('admin.inCurrency', { name: label, currency: currencyMark() })
  const marked = field.required ? named : t('form.optional', { label: named })
  return <Field label={marked} {...amountField()} {...field} />
}

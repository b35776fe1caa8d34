import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { AddressBody, AddressFormat, DeliveryAddress } from '#contract/addresses.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { ADDRESS_FIELD_MAX, ADDRESS_NOTE_MAX, PHONE_MAX } from '#contract/limits.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { useSession } from '#web/session/useSession.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { FormErrors, useFocusOnError } from '#web/ui/Form.tsx'
import { Choices } from '#web/ui/QuestionDialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useErrorsLeft } from '#web/ui/useErrorsLeft.ts'
import styles from './AddressForm.module.css'
import { AddressParts } from './AddressParts.tsx'
import { addressFailure } from './address-failure.ts'
import { addressesQuery, formatQuery } from './addresses.queries.ts'
import { errorsInAnyCountry, missingFields, readAddress } from './read-address.ts'
import { useCountries } from './useCountries.ts'
import { useFirstCountry } from './useFirstCountry.ts'

export interface AddressFormProps {
  address?: (DeliveryAddress & { isDefault?: boolean }) | undefined
  /** The label of the submit button. */
  action: string
  /** The form stays busy until the returned promise settles, and shows why the address was refused. */
  save: (body: AddressBody) => Promise<void>
  /** Whether staff enter the address, for an order: then it cannot become the default. */
  byStaff?: boolean
  onCancel: () => void
  ref?: RefObject<HTMLFormElement | null>
}

interface Refused {
  country: string
  fields: FieldErrors
}

/** The address form. Its fields depend on the country; the server validates them and reports each invalid field. */
export function AddressForm({ address, action, byStaff, onCancel, ...props }: AddressFormProps) {
  const t = useT()
  const { user } = useSession()
  // A guest's addresses are used for one purchase.
  const isGuest = user?.guest
  // Staff write the address of somebody else.
  const { data } = useQuery({ ...addressesQuery, enabled: !byStaff })
  const addresses = byStaff ? undefined : data
  const { country, choose, form } = useCountry(address, addresses, props.ref)
  const own = !address && addresses?.length === 0 ? user : undefined
  // The name that a guest gave is that of a person; an account's username need not be.
  const name = address?.name ?? (own?.guest ? own.username : undefined)
  const [refused, setRefused] = useState<Refused>({ country: '', fields: {} })
  // Moves focus on errors only, not when the customer chooses a different country.
  useFocusOnError(form, refused.fields)
  const [left, onInput] = useErrorsLeft(refused.fields)
  const errors = refused.country === country ? left : errorsInAnyCountry(left)
  const formatLoad = useQuery(formatQuery(country))
  const format = formatLoad.data

  const [save, saving] = useAction(async (form: HTMLFormElement, of: AddressFormat) => {
    const body = readAddress(form, of)
    const missing = missingFields(body, of, t('address.required'))
    setRefused({ country, fields: missing })
    if (Object.keys(missing).length > 0) return
    try {
      await props.save(body)
    } catch (error) {
      console.error(error)
      const { fields = {} } = error instanceof ApiError ? error : {}
      setRefused({ country, fields })
      const isExplained = Object.keys(fields).length > 0
      if (!isExplained) showToast(addressFailure(error), 'error')
    }
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (format) save(event.currentTarget, format)
    else if (country === '') setRefused({ country, fields: { country: [t('address.required')] } })
  }

  return (
    <FormErrors value={errors}>
      <form
        ref={form}
        className={cx('screen', styles.form)}
        onSubmit={onSubmit}
        onInput={onInput}
        noValidate
      >
        <Select
          label={t('address.country')}
          name="country"
          required
          autoComplete="country"
          data-autofocus={country === '' || undefined}
          value={country}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          none={t('address.choose')}
          options={useCountries(country)}
        />
        <Field
          label={t('address.name')}
          name="name"
          required
          autoComplete="name"
          data-autofocus={own?.guest ? undefined : true}
          maxLength={ADDRESS_FIELD_MAX}
          defaultValue={name}
        />
        <Field
          label={t('address.phone')}
          name="phone"
          required
          type="tel"
          dir="ltr"
          autoComplete="tel"
          data-autofocus
          maxLength={PHONE_MAX}
          defaultValue={address?.phone_international ?? own?.phone ?? undefined}
        />
        {format ? (
          <AddressParts format={format} address={address} />
        ) : (
          country !== '' && (
            <LoadState query={formatLoad} skeleton={<Skeleton block={240} radius={8} />} />
          )
        )}
        <Field
          label={t('form.optional', { label: t('address.note') })}
          name="note"
          maxLength={ADDRESS_NOTE_MAX}
          defaultValue={address?.note ?? ''}
        />
        {!address?.isDefault && !isGuest && !byStaff && (
          <label className={styles.check}>
            <input type="checkbox" name="isDefault" />
            {t('address.asDefault')}
          </label>
        )}
        <Choices>
          <Button variant="outline" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" busy={saving}>
            {action}
          </Button>
        </Choices>
      </form>
    </FormErrors>
  )
}

/** The form's country: the user's choice, else the address's or, for a new address, the first country. */
function useCountry(
  address: DeliveryAddress | undefined,
  addresses: readonly DeliveryAddress[] | undefined,
  ref: AddressFormProps['ref'],
) {
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  const firstCountry = useFirstCountry(addresses)
  const [chosen, choose] = useState(address?.country)

  // If the first country becomes known only after the empty select was focused, moves focus as if it had been known.
  useEffect(() => {
    const fields = form.current?.elements
    if (chosen !== undefined || firstCountry === '') return
    if (document.activeElement !== fields?.namedItem('country')) return
    form.current?.querySelector<HTMLElement>('input[data-autofocus]')?.focus()
  }, [chosen, firstCountry, form])

  return { form, country: chosen ?? firstCountry, choose }
}

import type { AddressFormat, AddressPart, DeliveryAddress } from '#contract/addresses.ts'
import { ADDRESS_FIELD_MAX, POSTCODE_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { useRegions } from './useRegions.ts'

interface AddressPartsProps {
  format: AddressFormat
  address: DeliveryAddress | undefined
}

/** The country-specific fields, in the country's usual arrangement. */
export function AddressParts({ format, address }: AddressPartsProps) {
  const t = useT()
  const labelOf = useLabels(format)
  return format.fields.map(({ name, required }) => {
    const field = {
      name,
      required,
      label: required ? labelOf[name] : t('form.optional', { label: labelOf[name] }),
    }
    switch (name) {
      case 'lines':
        return <Lines key={name} field={field} lines={address?.lines ?? []} />
      case 'region':
        return (
          <Region
            key={`${name}.${format.country}`}
            field={field}
            format={format}
            region={address?.country === format.country ? address.region : null}
          />
        )
      default:
        return (
          <Field
            key={name}
            {...field}
            autoComplete={name === 'city' ? 'address-level2' : 'postal-code'}
            maxLength={name === 'city' ? ADDRESS_FIELD_MAX : POSTCODE_MAX}
            defaultValue={address?.[name] ?? ''}
          />
        )
    }
  })
}

interface PartField {
  name: AddressPart
  required: boolean
  label: string
}

/** Two address lines, or three if the stored address has three. */
function Lines({ field, lines }: { field: PartField; lines: readonly string[] }) {
  const t = useT()
  const [first = '', second = '', third] = lines
  const more = third === undefined ? [second] : [second, third]
  return (
    <>
      <Field
        {...field}
        autoComplete="address-line1"
        maxLength={ADDRESS_FIELD_MAX}
        defaultValue={first}
      />
      {more.map((line, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their places
          key={index}
          name={field.name}
          // The field of the first line shows the error for all lines.
          error=""
          label={t('form.optional', { label: t('address.linesMore') })}
          autoComplete={`address-line${index + 2}`}
          maxLength={ADDRESS_FIELD_MAX}
          defaultValue={line}
        />
      ))}
    </>
  )
}

interface RegionProps {
  field: PartField
  format: AddressFormat
  region: string | null
}

function Region({ field, format, region }: RegionProps) {
  const t = useT()
  const options = useRegions(format.regions)
  const shared = { ...field, autoComplete: 'address-level1', defaultValue: region ?? '' }
  if (format.regions.length === 0) return <Field {...shared} maxLength={ADDRESS_FIELD_MAX} />
  return <Select {...shared} none={t('address.choose')} options={options} />
}

/** The labels of the parts, which vary by country: emirate, state or prefecture, postcode or ZIP code. */
function useLabels({ regionKind, postcodeKind }: AddressFormat): Record<AddressPart, string> {
  const t = useT()
  return {
    lines: t('address.lines'),
    city: t('address.city'),
    region: t(`address.region.${regionKind}`),
    postcode: t(`address.postcode.${postcodeKind}`),
  }
}

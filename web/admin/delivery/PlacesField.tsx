import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ADDRESS_FIELD_MAX } from '#contract/limits.ts'
import { formatQuery } from '#web/addresses/addresses.queries.ts'
import { useCountries } from '#web/addresses/useCountries.ts'
import { useRegions } from '#web/addresses/useRegions.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import { useFieldError } from '#web/ui/Form.tsx'
import X from '#web/ui/icons/x.svg?icon'
import { useMayWrite } from '../useMayWrite.ts'
import styles from './PlacesField.module.css'
import { usePlaceNames } from './usePlaceNames.ts'

/** A fieldset of countries and regions, sent as `places`. A place selected but not yet added is sent, too. */
export function PlacesField({ places: initial }: { places: readonly string[] }) {
  const t = useT()
  const mayWrite = useMayWrite()
  const error = useFieldError('places')
  const [places, setPlaces] = useState(initial)
  const [country, setCountry] = useState('')
  const [region, setRegion] = useState('')
  const select = useRef<HTMLSelectElement>(null)
  const countries = useCountries('')
  const chosen = region.trim() === '' ? country : `${country}-${region.trim()}`
  const sent = new Set(country === '' ? places : [...places, chosen])

  function choose(code: string) {
    setCountry(code)
    setRegion('')
  }
  function add() {
    setPlaces([...sent])
    choose('')
    select.current?.focus()
  }
  function remove(place: string) {
    setPlaces(places.filter((one) => one !== place))
    select.current?.focus()
  }
  return (
    <fieldset className={styles.places}>
      <legend className={styles.legend}>{t('admin.deliveryPlaces')}</legend>
      <Chips places={places} onRemove={remove} />
      {[...sent].map((place) => (
        <input key={place} type="hidden" name="places" value={place} />
      ))}
      {mayWrite && (
        <Select
          ref={select}
          label={t('address.country')}
          value={country}
          onChange={(event) => choose(event.currentTarget.value)}
          hint={t('admin.deliveryPlacesHint')}
          error={error}
          none={t('address.choose')}
          options={countries}
        />
      )}
      {country !== '' && (
        <>
          <Region country={country} region={region} onChange={setRegion} />
          <Button variant="quiet" onClick={add}>
            {t('admin.addPlace')}
          </Button>
        </>
      )}
    </fieldset>
  )
}

interface ChipsProps {
  places: readonly string[]
  onRemove: (place: string) => void
}

function Chips({ places, onRemove }: ChipsProps) {
  const t = useT()
  const nameOf = usePlaceNames(places)
  return (
    <div aria-live="polite">
      {places.length === 0 ? (
        <p>{t('admin.everywhere')}</p>
      ) : (
        <ul className={styles.chips}>
          {places.map((place) => (
            <li key={place} className={styles.chip}>
              <bdi>{nameOf(place)}</bdi>
              <button
                type="button"
                className={styles.remove}
                aria-label={t('admin.removePlace', { place: nameOf(place) })}
                onClick={() => onRemove(place)}
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface RegionProps {
  country: string
  region: string
  onChange: (region: string) => void
}

/** A select if the country has region codes, otherwise a text field; renders nothing for a country without regions. */
function Region({ country, region, onChange }: RegionProps) {
  const t = useT()
  const { data: format } = useQuery(formatQuery(country))
  const options = useRegions(format?.regions)
  if (!format?.fields.some(({ name }) => name === 'region')) return null
  const label = t(`address.region.${format.regionKind}`)
  if (format.regions.length === 0) {
    return (
      <Field
        label={t('form.optional', { label })}
        maxLength={ADDRESS_FIELD_MAX}
        value={region}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <Select
      label={label}
      value={region}
      onChange={(event) => onChange(event.currentTarget.value)}
      none={t('admin.wholeCountry')}
      options={options}
    />
  )
}

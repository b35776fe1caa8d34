import type { TaxSettings } from '#contract/admin/invoices.ts'
import { SELLER_ADDRESS_MAX, SELLER_NAME_MAX, TAX_NAME_MAX } from '#contract/limits.ts'
import { useCountries } from '#web/addresses/useCountries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import Plus from '#web/ui/icons/plus.svg?icon'
import Trash2 from '#web/ui/icons/trash-2.svg?icon'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import formStyles from '../parts/Form.module.css'
import type { FormValues } from '../parts/form-values.ts'
import { BilingualFields } from '../parts/NamesFields.tsx'
import { DECIMAL } from '../parts/number-fields.ts'
import { Settings, type SettingsState } from '../parts/Settings.tsx'
import { SettingsForm } from '../parts/SettingsForm.tsx'
import { type Row, useRows } from '../parts/useRows.ts'
import { tax } from './invoices.queries.ts'
import { readSecondCurrency, SecondCurrencyPanel } from './SecondCurrencyPanel.tsx'
import styles from './TaxScreen.module.css'

export default function TaxScreen() {
  const t = useT()
  return (
    <AdminPage title={t('admin.taxTitle')}>
      <Settings of={tax} height={320}>
        {({ data }, form) => <TaxForm settings={data} form={form} />}
      </Settings>
    </AdminPage>
  )
}

type Rate = TaxSettings['rates'][number]

interface TaxFormProps {
  settings: TaxSettings
  form: SettingsState<'/api/admin/tax'>
}

function TaxForm({ settings, form }: TaxFormProps) {
  const t = useT()
  const { rows, add, remove } = useRows(settings.rates)
  return (
    <SettingsForm
      {...form}
      long
      className={styles.form}
      about="tax"
      read={(values) => readForm(values, rows)}
      saved={t('admin.taxSaved')}
    >
      <Seller settings={settings} />
      <Panel title={t('admin.taxRates')}>
        <p className="quiet">{t('admin.taxRatesHint')}</p>
        {rows.map((row) => (
          <RateRow key={row.key} row={row} onRemove={() => remove(row)} />
        ))}
        <Button variant="outline" className={formStyles.save} onClick={add}>
          <Plus size={18} aria-hidden />
          {t('admin.taxAdd')}
        </Button>
      </Panel>
      <SecondCurrencyPanel stored={settings.second_currency} />
    </SettingsForm>
  )
}

function Seller({ settings }: { settings: TaxSettings }) {
  const t = useT()
  return (
    <Panel title={t('invoice.seller')}>
      <div className={styles.pair}>
        <BilingualFields
          name="name"
          labels={[t('admin.sellerName'), t('admin.sellerNameAr')]}
          now={[settings.name, settings.name_ar]}
          max={SELLER_NAME_MAX}
        />
        <BilingualFields
          name="address"
          labels={[t('admin.sellerAddress'), t('admin.sellerAddressAr')]}
          now={[settings.address, settings.address_ar]}
          max={SELLER_ADDRESS_MAX}
          required={false}
          long
        />
        <Field
          label={t('form.optional', { label: t('invoice.taxNumber') })}
          name="tax_number"
          dir="ltr"
          maxLength={50}
          defaultValue={settings.tax_number ?? ''}
        />
        <CountryField
          label={t('form.optional', { label: t('admin.sellerCountry') })}
          name="country"
          value={settings.country ?? ''}
          hint={t('admin.sellerCountryHint')}
        />
      </div>
    </Panel>
  )
}

function RateRow({ row, onRemove }: { row: Row<Rate>; onRemove: () => void }) {
  const t = useT()
  const { key, value: rate } = row
  return (
    <div className={styles.rate}>
      <CountryField
        label={t('address.country')}
        name={`country-${key}`}
        value={rate?.country ?? ''}
        required
      />
      <BilingualFields
        name={`name-${key}`}
        labels={[t('admin.taxName'), t('admin.taxNameAr')]}
        now={[rate?.name, rate?.name_ar]}
        max={TAX_NAME_MAX}
      />
      <Field
        label={t('admin.couponPercent')}
        name={`percent-${key}`}
        required
        {...DECIMAL}
        step={0.01}
        min={0.01}
        max={100}
        defaultValue={rate?.percent}
      />
      <IconButton label={t('admin.taxRemove')} onClick={onRemove}>
        <Trash2 size={18} aria-hidden />
      </IconButton>
    </div>
  )
}

interface CountryFieldProps {
  label: string
  name: string
  value: string
  hint?: string
  required?: boolean
}

function CountryField({ value, ...select }: CountryFieldProps) {
  const t = useT()
  const options = useCountries(value)
  return (
    <Select
      {...select}
      key={options.length}
      defaultValue={value}
      none={t('address.choose')}
      options={options}
    />
  )
}

function readForm(values: FormValues, rows: readonly Row<Rate>[]): TaxSettings {
  const { text, figure, bilingual } = values
  return {
    ...bilingual('name'),
    ...bilingual('address'),
    tax_number: text('tax_number') || null,
    country: text('country') || null,
    rates: rows.map(({ key }) => ({
      country: text(`country-${key}`),
      name: text(`name-${key}`),
      name_ar: text(`name-${key}_ar`),
      percent: figure(`percent-${key}`),
    })),
    second_currency: readSecondCurrency(values),
  }
}

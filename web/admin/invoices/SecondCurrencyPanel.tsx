import { useState } from 'react'
import type { TaxSettings } from '#contract/admin/invoices.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import { EXCHANGE_RATE } from '#contract/limits.ts'
import { shopCurrency } from '#contract/money.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import type { FormValues } from '../parts/form-values.ts'
import { localTime } from '../parts/local-time.ts'
import { DECIMAL } from '../parts/number-fields.ts'
import { useShopZone } from '../parts/shop-time.ts'
import { useCurrencyName } from '../parts/useCurrencyName.ts'
import styles from './TaxScreen.module.css'

type SecondCurrency = TaxSettings['second_currency']

export function SecondCurrencyPanel({ stored }: { stored: SecondCurrency }) {
  const t = useT()
  const nameOf = useCurrencyName()
  const [currency, setCurrency] = useState(stored?.currency ?? '')
  const own = shopCurrency().code
  return (
    <Panel title={t('admin.second')}>
      <p className="quiet">{t('admin.secondText')}</p>
      <div className={styles.second}>
        <Select
          label={t('admin.secondCurrency')}
          name="second_currency"
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          none={t('admin.none')}
          options={CURRENCY_CODES.filter((code) => code !== own).map((code) => ({
            value: code,
            text: nameOf(code),
          }))}
        />
        {currency && (
          // Remounts when the currency changes, because the rate belongs to one currency.
          <RateFields
            key={currency}
            currency={currency}
            stored={stored?.currency === currency ? stored : null}
          />
        )}
      </div>
    </Panel>
  )
}

function RateFields({ currency, stored }: { currency: string; stored: SecondCurrency }) {
  const t = useT()
  const today = localTime(new Date().toISOString(), useShopZone()).slice(0, 10)
  const { minimum, maximum } = EXCHANGE_RATE
  return (
    <>
      <Field
        label={t('admin.secondRate', { own: shopCurrency().code, currency })}
        name="second_rate"
        required
        {...DECIMAL}
        step={minimum}
        min={minimum}
        max={maximum}
        defaultValue={stored?.rate}
      />
      <Field
        label={t('admin.secondDate')}
        name="second_date"
        required
        type="date"
        max={today}
        defaultValue={stored?.date ?? today}
      />
    </>
  )
}

export function readSecondCurrency({ text, figure }: FormValues): SecondCurrency {
  const currency = text('second_currency')
  if (!currency) return null
  return { currency, rate: figure('second_rate'), date: text('second_date') }
}

import { useState } from 'react'
import type { ShopDetail, ShopDetails, ShopDetailsReply } from '#contract/admin/shop-details.ts'
import { DEFAULT_NAMES } from '#contract/brand.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import { EMAIL_MAX, LINK_MAX, PHONE_MAX, SHOP_NAME_MAX, SHOP_TEXT_MAX } from '#contract/limits.ts'
import { LOCALES } from '#contract/locale.ts'
import { USD } from '#contract/money.ts'
import { VISITORS } from '#contract/visitors.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import formStyles from '../parts/Form.module.css'
import type { FormValues } from '../parts/form-values.ts'
import { PictureField } from '../parts/PictureField.tsx'
import { Settings, type SettingsState } from '../parts/Settings.tsx'
import { SettingsForm } from '../parts/SettingsForm.tsx'
import { useCurrencyName } from '../parts/useCurrencyName.ts'
import { AccentPanel } from './AccentPanel.tsx'
import styles from './ShopDetailsScreen.module.css'
import { shopDetails } from './shop.queries.ts'

const URL_FIELD = { type: 'url', dir: 'ltr', maxLength: LINK_MAX, placeholder: 'https://' } as const

/** The fields of the brand; the placeholder of a name is the default name. */
const BRAND_FIELDS = [
  { name: 'name', dir: 'auto', maxLength: SHOP_NAME_MAX, placeholder: DEFAULT_NAMES.name },
  { name: 'name_ar', dir: 'rtl', maxLength: SHOP_NAME_MAX, placeholder: DEFAULT_NAMES.name_ar },
  { name: 'tagline', dir: 'auto', maxLength: SHOP_TEXT_MAX },
  { name: 'tagline_ar', dir: 'rtl', maxLength: SHOP_TEXT_MAX },
] as const

const FIELDS = {
  contact: {
    phone: { type: 'tel', dir: 'ltr', maxLength: PHONE_MAX },
    email: { type: 'email', dir: 'ltr', maxLength: EMAIL_MAX },
    address: { type: 'text', dir: 'ltr', maxLength: SHOP_TEXT_MAX },
    address_ar: { type: 'text', dir: 'rtl', maxLength: SHOP_TEXT_MAX },
  },
  promise: {
    delivery_promise: { type: 'text', dir: 'ltr', maxLength: SHOP_TEXT_MAX },
    delivery_promise_ar: { type: 'text', dir: 'rtl', maxLength: SHOP_TEXT_MAX },
  },
  legal: { privacy_url: URL_FIELD, terms_url: URL_FIELD },
  social: { facebook_url: URL_FIELD, instagram_url: URL_FIELD, youtube_url: URL_FIELD },
} as const

type Group = keyof typeof FIELDS

/** The note shown in a panel while the shop displays example data. */
const EXAMPLES: Partial<Record<Group, MessageId>> = {
  contact: 'admin.shop.contact.example',
  promise: 'admin.shop.promise.example',
}

export default function ShopDetailsScreen() {
  const t = useT()
  return (
    <AdminPage title={t('admin.shop')} lead={t('admin.shopText')}>
      <Settings of={shopDetails} height={640}>
        {(answer, form) => <DetailsForm answer={answer} form={form} />}
      </Settings>
    </AdminPage>
  )
}

interface DetailsFormProps {
  answer: ShopDetailsReply
  form: SettingsState<'/api/admin/shop-details'>
}

function DetailsForm({ answer, form }: DetailsFormProps) {
  const { data: details, fixed, hasOrders } = answer
  const t = useT()
  const [logo, setLogo] = useState(details.logo)
  return (
    <SettingsForm
      {...form}
      long
      className={formStyles.form}
      about="shop"
      read={(values) => ({
        ...readForm(values),
        logo,
        // Once there are orders, the currency field is disabled, so the form data lacks it.
        ...(hasOrders && { currency: details.currency }),
      })}
      saved={t('admin.shopSaved')}
    >
      <Panel title={t('admin.shop.brand')}>
        <p className="quiet">{t('admin.shop.brand.text')}</p>
        <div className={styles.fields}>
          {BRAND_FIELDS.map(({ name, ...input }) => (
            <Field
              key={name}
              label={t(`admin.shop.${name}`)}
              name={name}
              defaultValue={details[name] ?? ''}
              {...input}
            />
          ))}
          <Select
            label={t('admin.shop.locale')}
            name="locale"
            defaultValue={details.locale ?? ''}
            none={t('admin.shop.localeOfBrowser')}
            options={LOCALES.map(({ code, name }) => ({ value: code, text: name }))}
          />
          <div>
            <PictureField
              label={t('admin.shop.logo')}
              name="logo"
              shown={logo}
              logo
              onUploaded={({ url }) => setLogo(url)}
            />
            {logo && (
              <Button variant="outline" onClick={() => setLogo(null)}>
                {t('admin.shop.logoRemove')}
              </Button>
            )}
          </div>
        </div>
      </Panel>
      <AccentPanel accent={details.accent} />
      <CurrencyPanel {...answer} />
      {(Object.keys(FIELDS) as Group[]).map((group) => (
        <FieldsPanel key={group} group={group} answer={answer} />
      ))}
      <Panel title={t('admin.shop.reductions')}>
        <p className="quiet">{t('admin.shop.reductions.text')}</p>
        <div className={styles.fields}>
          <Select
            label={t('admin.shop.prior_prices')}
            name="prior_prices"
            defaultValue={details.prior_prices ?? ''}
            none={t('admin.shop.prior_prices.off')}
            options={(['shown', 'required'] as const).map((value) => ({
              value,
              text: t(`admin.shop.prior_prices.${value}`),
            }))}
          />
        </div>
      </Panel>
      <Panel title={t('admin.shop.visitors')}>
        <p className="quiet">{t('admin.shop.visitors.text')}</p>
        <div className={styles.fields}>
          <Select
            label={t('admin.shop.visitors')}
            name="visitors"
            defaultValue={details.visitors ?? ''}
            disabled={fixed.includes('visitors')}
            hint={fixed.includes('visitors') && t('admin.shopFixed')}
            none={details.visitors ? undefined : t('admin.shop.visitors.none')}
            options={VISITORS.map((value) => ({
              value,
              text: t(`admin.shop.visitors.${value}`),
            }))}
          />
        </div>
      </Panel>
      <Panel title={t('admin.shop.time_zone')}>
        <p className="quiet">{t('admin.shop.time_zone.text')}</p>
        <div className={styles.fields}>
          <Select
            label={t('admin.shop.time_zone')}
            name="time_zone"
            dir="ltr"
            defaultValue={details.time_zone ?? ''}
            disabled={fixed.includes('time_zone')}
            hint={fixed.includes('time_zone') && t('admin.shopFixed')}
            none="UTC"
            options={zonesWith(details.time_zone).map((zone) => ({ value: zone, text: zone }))}
          />
        </div>
      </Panel>
    </SettingsForm>
  )
}

interface FieldsPanelProps {
  group: Group
  answer: ShopDetailsReply
}

/**
 * The fields of one panel. A placeholder is what the shop displays if the field is empty, such as a demo's example.
 */
function FieldsPanel({ group, answer: { data: details, fixed } }: FieldsPanelProps) {
  const t = useT()
  const config = useShopConfig()
  const shown: Record<string, string | null> = config?.contact ?? {}
  const text = config?.placeholders ? EXAMPLES[group] : undefined
  return (
    <Panel title={t(`admin.shop.${group}`)}>
      <p className="quiet">
        {t(text ?? `admin.shop.${group}.text`)}{' '}
        {group === 'legal' && <Link to={adminPaths.legal}>{t('admin.legal')}</Link>}
      </p>
      <div className={styles.fields}>
        {Object.entries(FIELDS[group]).map(([key, input]) => {
          const name = key as Exclude<
            ShopDetail,
            'prior_prices' | 'currency' | 'visitors' | 'accent'
          >
          const isFixed = fixed.includes(name)
          return (
            <Field
              key={name}
              label={t(`admin.shop.${name}`)}
              name={name}
              defaultValue={details[name] ?? ''}
              placeholder={shown[name] ?? ''}
              readOnly={isFixed}
              hint={isFixed && t('admin.shopFixed')}
              {...input}
            />
          )
        })}
      </div>
    </Panel>
  )
}

function CurrencyPanel({ data, fixed, hasOrders }: ShopDetailsReply) {
  const t = useT()
  const nameOf = useCurrencyName()
  const isFixed = fixed.includes('currency')
  return (
    <Panel title={t('admin.shop.currency')}>
      <p className="quiet">{t('admin.shop.currency.text')}</p>
      <div className={styles.fields}>
        <Select
          label={t('admin.shop.currency')}
          name="currency"
          defaultValue={data.currency === USD.code ? '' : (data.currency ?? '')}
          disabled={isFixed || hasOrders}
          hint={
            (isFixed && t('admin.shopFixed')) || (hasOrders && t('admin.shop.currency.ordered'))
          }
          none={nameOf(USD.code)}
          options={CURRENCY_CODES.filter((code) => code !== USD.code).map((code) => ({
            value: code,
            text: nameOf(code),
          }))}
        />
      </div>
    </Panel>
  )
}

/** The time zones that this browser knows, except UTC, and the chosen zone, which the browser may not know. */
function zonesWith(chosen: string | null): string[] {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')
  return chosen && !zones.includes(chosen) ? [chosen, ...zones] : zones
}

/** The entered details; null for each empty field. */
function readForm({ text }: FormValues): ShopDetails {
  const names = [
    ...BRAND_FIELDS.map(({ name }) => name),
    ...Object.values(FIELDS).flatMap((group) => Object.keys(group)),
    'accent',
    'locale',
    'visitors',
    'prior_prices',
    'currency',
    'time_zone',
  ]
  const entries = names.map((name) => [name, text(name) || null])
  return Object.fromEntries(entries)
}

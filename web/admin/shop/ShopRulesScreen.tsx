import type { ShopRules, ShopRulesReply } from '#contract/admin/shop-rules.ts'
import { LATE_HOURS_MAX, LOW_STOCK_MAX, PAY_MINUTES_MAX, SHOP_TEXT_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import formStyles from '../parts/Form.module.css'
import { BilingualFields } from '../parts/NamesFields.tsx'
import { COUNT } from '../parts/number-fields.ts'
import { Settings, type SettingsState } from '../parts/Settings.tsx'
import { SettingsForm } from '../parts/SettingsForm.tsx'
import styles from './ShopRulesScreen.module.css'
import { shopRules } from './shop.queries.ts'

export default function ShopRulesScreen() {
  const t = useT()
  return (
    <AdminPage title={t('admin.rules')} lead={t('admin.rulesText')}>
      <Settings of={shopRules} height={220}>
        {(answer, form) => <RulesForm answer={answer} form={form} />}
      </Settings>
    </AdminPage>
  )
}

interface RulesFormProps {
  answer: ShopRulesReply
  form: SettingsState<'/api/admin/shop-rules'>
}

function RulesForm({ answer: { data: rules, fixed }, form }: RulesFormProps) {
  const t = useT()
  const confirms = fixed.includes('auto_confirm')
  const pays = fixed.includes('pay_minutes')
  return (
    <SettingsForm
      {...form}
      long
      className={cx(formStyles.form, styles.groups)}
      about="rules"
      read={({ figure, number, isOn, bilingual }): ShopRules => ({
        low_stock: figure('low_stock'),
        late_hours: figure('late_hours'),
        // If the environment sets `auto_confirm`, its switch is disabled, so the form data lacks it.
        auto_confirm: confirms ? rules.auto_confirm : isOn('auto_confirm'),
        pay_minutes: number('pay_minutes'),
        is_closed: isOn('is_closed'),
        ...bilingual('closed_text'),
      })}
      saved={t('admin.rulesSaved')}
    >
      <Panel title={t('admin.stock')} className={styles.fields}>
        <Field
          label={t('admin.rules.low_stock')}
          name="low_stock"
          {...COUNT}
          min={1}
          max={LOW_STOCK_MAX}
          required
          defaultValue={rules.low_stock}
          hint={t('admin.rules.lowStockHint')}
        />
      </Panel>
      <Panel title={t('admin.orders')} className={styles.fields}>
        <div>
          <Switch
            label={t('admin.rules.auto_confirm')}
            name="auto_confirm"
            defaultChecked={rules.auto_confirm}
            disabled={confirms}
          />
          {confirms && <p className="quiet">{t('admin.shopFixed')}</p>}
        </div>
        <Field
          label={t('form.optional', { label: t('admin.rules.pay_minutes') })}
          name="pay_minutes"
          {...COUNT}
          min={1}
          max={PAY_MINUTES_MAX}
          defaultValue={rules.pay_minutes ?? ''}
          readOnly={pays}
          hint={t(pays ? 'admin.shopFixed' : 'admin.rules.payHint')}
        />
        <Field
          label={t('admin.rules.late_hours')}
          name="late_hours"
          {...COUNT}
          min={1}
          max={LATE_HOURS_MAX}
          required
          defaultValue={rules.late_hours}
          hint={t('admin.rules.lateHint')}
        />
      </Panel>
      <Panel title={t('admin.rules.maintenance')} className={styles.fields}>
        <p className="quiet">{t('admin.rules.maintenanceText')}</p>
        <Switch
          label={t('admin.rules.is_closed')}
          name="is_closed"
          defaultChecked={rules.is_closed}
        />
        <BilingualFields
          name="closed_text"
          labels={[t('admin.rules.closed_text'), t('admin.rules.closed_text_ar')]}
          now={[rules.closed_text, rules.closed_text_ar]}
          max={SHOP_TEXT_MAX}
          required={false}
          english={{ hint: t('admin.rules.closedHint') }}
          hint={t('admin.arabicHint')}
        />
      </Panel>
    </SettingsForm>
  )
}

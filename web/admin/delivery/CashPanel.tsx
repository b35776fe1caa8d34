import type { CashSettings } from '#contract/admin/cash.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { AmountField } from '../parts/AmountField.tsx'
import { Settings } from '../parts/Settings.tsx'
import { SettingsForm } from '../parts/SettingsForm.tsx'
import styles from './DeliveryScreen.module.css'
import { cash } from './delivery.queries.ts'

export function CashPanel() {
  const t = useT()
  return (
    <Panel title={t('admin.cashTitle')}>
      <Settings of={cash} height={180}>
        {({ data }, form) => (
          <SettingsForm
            {...form}
            className={styles.cash}
            about="cash"
            read={({ isOn, number }): CashSettings => ({
              is_offered: isOn('offered'),
              max_total: number('max'),
            })}
            saved={t('admin.cashSaved')}
          >
            <p className="quiet">{t('admin.cashText')}</p>
            <Switch
              label={t('admin.cashOffered')}
              name="offered"
              defaultChecked={data.is_offered}
            />
            <AmountField
              label={t('admin.cashMax')}
              name="max"
              defaultValue={data.max_total ?? ''}
              hint={t('admin.cashMaxHint')}
            />
          </SettingsForm>
        )}
      </Settings>
    </Panel>
  )
}

import { useState } from 'react'
import { STORM } from '#contract/brand.ts'
import { paletteOf } from '#contract/theme.ts'
import { useBrand } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import styles from './AccentPanel.module.css'

export function AccentPanel({ accent }: { accent: string | null }) {
  const t = useT()
  const [chosen, setChosen] = useState(accent)
  return (
    <Panel title={t('admin.shop.accent')} className={styles.panel}>
      <p className="quiet">{t('admin.shop.accent.text')}</p>
      <Switch
        label={t('admin.shop.accent.own')}
        checked={chosen !== null}
        onChange={({ target }) => setChosen(target.checked ? (accent ?? STORM) : null)}
      />
      {chosen && (
        <>
          <Field
            className={styles.color}
            type="color"
            label={t('admin.shop.accent')}
            name="accent"
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          />
          <div className={styles.samples}>
            <Sample accent={chosen} theme="light" />
            <Sample accent={chosen} theme="dark" />
          </div>
        </>
      )}
    </Panel>
  )
}

function Sample({ accent, theme }: { accent: string; theme: 'light' | 'dark' }) {
  const t = useT()
  const { name } = useBrand()
  const { storm, flash, [theme]: colors } = paletteOf(accent)
  return (
    <figure className={styles.sample} data-theme={theme} style={{ background: colors.surface }}>
      <p className={styles.head} style={{ background: storm, color: flash }}>
        {name}
      </p>
      <p className={styles.button} style={{ background: colors.action, color: colors.on }}>
        {t('product.addToCart')}
      </p>
      <figcaption>
        {t(`admin.shop.accent.${theme}`)}
        {colors.action !== accent && (
          <p className={styles.note}>
            {t(theme === 'light' ? 'admin.shop.accent.darker' : 'admin.shop.accent.lighter')}
          </p>
        )}
      </figcaption>
    </figure>
  )
}

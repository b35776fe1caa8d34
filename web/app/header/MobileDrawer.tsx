import type { MouseEvent } from 'react'
import { CATEGORIES } from '#contract/locale.ts'
import { useBrand } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import X from '#web/ui/icons/x.svg?icon'
import { Logo } from '#web/ui/Logo.tsx'
import AccountLinks from './AccountLinks.tsx'
import LanguageChoices from './LanguageChoices.tsx'
import menu from './Menu.module.css'
import { MenuPart } from './MenuPart.tsx'
import styles from './MobileDrawer.module.css'
import { SupportLine } from './SupportLine.tsx'
import ThemeChoices from './ThemeChoices.tsx'

export default function MobileDrawer({ onClose }: { onClose: () => void }) {
  const t = useT()

  function closeAfterLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a')) onClose()
  }

  return (
    <Drawer label={t('header.menu')} onClose={onClose}>
      <div className={styles.head}>
        <Logo {...useBrand()} />
        <IconButton label={t('common.close')} onClick={onClose}>
          <X size={22} aria-hidden />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only watches the links inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link sends click on Enter as well */}
      <div className={styles.body} onClick={closeAfterLink}>
        <nav aria-label={t('header.categories')}>
          <ul className={menu.list}>
            <li>
              <Link to={paths.home} className={menu.item}>
                {t('header.home')}
              </Link>
            </li>
            {CATEGORIES.map((category) => (
              <li key={category}>
                <Link to={paths.category(category)} className={menu.item}>
                  {t(`category.${category}`)}
                </Link>
              </li>
            ))}
            <li>
              <Link to={paths.contact} className={menu.item}>
                {t('header.contact')}
              </Link>
            </li>
          </ul>
        </nav>
        <MenuPart title={t('header.account')}>
          <AccountLinks />
        </MenuPart>
        <MenuPart title={t('header.language')}>
          <LanguageChoices />
        </MenuPart>
        <MenuPart title={t('header.theme')}>
          <ThemeChoices />
        </MenuPart>
        <div className={styles.support}>
          <SupportLine />
        </div>
      </div>
    </Drawer>
  )
}

import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { bothNames } from '#contract/brand.ts'
import { useBrand, useMayBrowse } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { lazyAddition, lazyPart } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { useSession } from '#web/session/useSession.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import Menu from '#web/ui/icons/menu.svg?icon'
import Search from '#web/ui/icons/search.svg?icon'
import { Logo } from '#web/ui/Logo.tsx'
import styles from './Header.module.css'
import { AccountMenu } from './header/AccountMenu.tsx'
import { CategoryBar } from './header/CategoryBar.tsx'
import { EarlySearch, type EarlyWords } from './header/EarlySearch.tsx'
import { LanguageMenu } from './header/LanguageMenu.tsx'
import { SupportLine } from './header/SupportLine.tsx'
import { ThemeMenu } from './header/ThemeMenu.tsx'
import { renderedHeader } from './rendered-header.ts'

const ShopMenus = lazyPart(() => import('./header/ShopMenus.tsx'))
const SearchBar = lazyPart(() => import('./header/SearchBar.tsx'))
const MobileDrawer = lazyAddition(() => import('./header/MobileDrawer.tsx'))

export function Header() {
  return import.meta.env.SSR && renderedHeader.isKnown ? (
    <header className={styles.header} />
  ) : (
    <ShopHeader />
  )
}

function ShopHeader() {
  const t = useT()
  const brand = useBrand()
  const { signedIn } = useSession()
  const mayBrowse = useMayBrowse()
  const menus = signedIn ? styles.threeMenus : mayBrowse && styles.twoMenus
  const { pathname } = useLocation()
  const [searching, setSearching] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const early = useRef<EarlyWords>({ words: '', isSubmitted: false })
  const searchToggle = useRef<HTMLButtonElement>(null)

  function closeSearch() {
    setSearching(false)
    // Waits for the next render, which shows the search toggle again.
    setTimeout(() => searchToggle.current?.focus())
  }

  return (
    <header className={styles.header}>
      <div className={styles.utility}>
        <div className={cx('container', styles.utilityRow)}>
          <SupportLine />
          <span className={styles.spacer} />
          <ThemeMenu />
          <LanguageMenu />
          <Link to={paths.contact} className={styles.utilityLink}>
            {t('header.contact')}
          </Link>
        </div>
      </div>
      <div className={cx('container', styles.row)}>
        <IconButton
          label={t('header.menu')}
          className={styles.menu}
          onClick={() => setDrawer(true)}
          aria-expanded={drawer}
        >
          <Menu size={22} aria-hidden />
        </IconButton>
        <Link to={paths.home} className={styles.logo} aria-label={bothNames(brand)}>
          <Logo {...brand} />
        </Link>
        {searching ? (
          <Suspense fallback={<EarlySearch early={early} onClose={closeSearch} />}>
            <SearchBar early={early} onClose={closeSearch} />
          </Suspense>
        ) : (
          <span className={styles.spacer} />
        )}
        <div className={styles.icons}>
          {!searching && (
            <IconButton
              ref={searchToggle}
              label={t('header.search')}
              aria-expanded={false}
              onClick={() => setSearching(true)}
            >
              <Search size={22} aria-hidden />
            </IconButton>
          )}
          {menus && (
            <Suspense fallback={<span className={menus} />}>
              <ShopMenus />
            </Suspense>
          )}
          <span className={styles.wideOnly}>
            <AccountMenu />
          </span>
        </div>
      </div>
      {pathname === paths.home && <CategoryBar />}
      {drawer && <MobileDrawer onClose={() => setDrawer(false)} />}
    </header>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import Boxes from '#web/ui/icons/boxes.svg?icon'
import FileSpreadsheet from '#web/ui/icons/file-spreadsheet.svg?icon'
import History from '#web/ui/icons/history.svg?icon'
import Images from '#web/ui/icons/images.svg?icon'
import LayoutDashboard from '#web/ui/icons/layout-dashboard.svg?icon'
import LayoutGrid from '#web/ui/icons/layout-grid.svg?icon'
import ListChecks from '#web/ui/icons/list-checks.svg?icon'
import Mail from '#web/ui/icons/mail.svg?icon'
import MenuIcon from '#web/ui/icons/menu.svg?icon'
import Package from '#web/ui/icons/package.svg?icon'
import Plug from '#web/ui/icons/plug.svg?icon'
import Receipt from '#web/ui/icons/receipt.svg?icon'
import ReceiptText from '#web/ui/icons/receipt-text.svg?icon'
import Scale from '#web/ui/icons/scale.svg?icon'
import ShieldCheck from '#web/ui/icons/shield-check.svg?icon'
import SlidersHorizontal from '#web/ui/icons/sliders-horizontal.svg?icon'
import Store from '#web/ui/icons/store.svg?icon'
import Tags from '#web/ui/icons/tags.svg?icon'
import TicketPercent from '#web/ui/icons/ticket-percent.svg?icon'
import Truck from '#web/ui/icons/truck.svg?icon'
import UserCog from '#web/ui/icons/user-cog.svg?icon'
import Users from '#web/ui/icons/users.svg?icon'
import X from '#web/ui/icons/x.svg?icon'
import styles from './AdminMenu.module.css'
import { orderCountsQuery } from './orders/admin-orders.queries.ts'
import { Count } from './parts/Count.tsx'
import { formatCount } from './parts/format-count.ts'
import { useMayRead } from './useMayRead.ts'

/** The paths of daily tasks, shown as a bar in narrow windows. */
const DAILY: readonly string[] = [
  adminPaths.dashboard,
  adminPaths.orders,
  adminPaths.products,
  adminPaths.customers,
]

const GROUPS = [
  {
    title: null,
    places: [
      { to: adminPaths.dashboard, area: 'orders', text: 'admin.dashboard', Icon: LayoutDashboard },
    ],
  },
  {
    title: 'admin.menu.sell',
    places: [
      { to: adminPaths.orders, area: 'orders', text: 'admin.orders', Icon: Receipt },
      { to: adminPaths.invoices, area: 'orders', text: 'admin.invoices', Icon: ReceiptText },
      { to: adminPaths.exports, area: 'exports', text: 'admin.exports', Icon: FileSpreadsheet },
    ],
  },
  {
    title: 'admin.menu.catalog',
    places: [
      { to: adminPaths.products, area: 'catalog', text: 'admin.products', Icon: Package },
      { to: adminPaths.groups, area: 'catalog', text: 'admin.groups', Icon: Tags },
      { to: adminPaths.attributes, area: 'catalog', text: 'admin.attributes', Icon: ListChecks },
      { to: adminPaths.families, area: 'catalog', text: 'admin.families', Icon: Boxes },
      { to: adminPaths.storefront, area: 'catalog', text: 'admin.storefront', Icon: Images },
    ],
  },
  {
    title: 'admin.menu.customers',
    places: [
      { to: adminPaths.customers, area: 'customers', text: 'admin.customers', Icon: Users },
      { to: adminPaths.coupons, area: 'settings', text: 'admin.coupons', Icon: TicketPercent },
      { to: adminPaths.emails, area: 'settings', text: 'admin.emails', Icon: Mail },
    ],
  },
  {
    title: 'admin.menu.settings',
    places: [
      { to: adminPaths.shop, area: 'settings', text: 'admin.shop', Icon: Store },
      { to: adminPaths.categories, area: 'settings', text: 'admin.categories', Icon: LayoutGrid },
      { to: adminPaths.rules, area: 'settings', text: 'admin.rules', Icon: SlidersHorizontal },
      { to: adminPaths.delivery, area: 'settings', text: 'admin.delivery', Icon: Truck },
      { to: adminPaths.taxes, area: 'settings', text: 'admin.taxTitle', Icon: Scale },
      { to: adminPaths.legal, area: 'settings', text: 'admin.legal', Icon: ShieldCheck },
      { to: adminPaths.staff, area: 'staff', text: 'admin.staff', Icon: UserCog },
      { to: adminPaths.integrations, area: 'staff', text: 'admin.integrations', Icon: Plug },
      { to: adminPaths.audit, area: 'audit', text: 'admin.audit', Icon: History },
    ],
  },
] as const

type Place = (typeof GROUPS)[number]['places'][number]

/**
 * The staff menu: groups beside the screen or, in narrow windows, a bar with the daily tasks and all other entries
 * under More.
 */
export function AdminMenu() {
  const t = useT()
  const mayRead = useMayRead()
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the screen changes
  useEffect(() => setOpen(false), [pathname])
  // In a short window, the menu scrolls separately from the page, so the current entry must be brought into view.
  useEffect(() => {
    const here = menu.current?.querySelector<HTMLElement>(`.${styles.groups} [aria-current]`)
    if (menu.current && here)
      menu.current.scrollTop = here.offsetTop - menu.current.clientHeight / 2
  }, [])
  const groups = GROUPS.map(({ title, places }) => ({
    title,
    places: places.filter(({ area }) => mayRead(area)),
  })).filter(({ places }) => places.length > 0)
  const daily = groups.flatMap(({ places }) => places.filter(({ to }) => DAILY.includes(to)))
  return (
    <nav ref={menu} className={styles.menu} aria-label={t('admin.places')}>
      <div className={styles.daily}>
        <Places places={daily} />
        <button
          type="button"
          className={styles.place}
          aria-expanded={isOpen}
          data-here={!DAILY.some((to) => isHere(pathname, to)) || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <X size={18} aria-hidden /> : <MenuIcon size={18} aria-hidden />}
          {t('admin.menu.more')}
        </button>
      </div>
      <div className={styles.groups} data-open={isOpen}>
        {groups.map(({ title, places }) => (
          <section key={title} data-daily={title === null || undefined}>
            {title && <h2 className={styles.title}>{t(title)}</h2>}
            <Places places={places} />
          </section>
        ))}
      </div>
    </nav>
  )
}

function Places({ places }: { places: readonly Place[] }) {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <ul className={styles.places}>
      {places.map(({ to, text, Icon }) => (
        <li key={to} data-daily={DAILY.includes(to) || undefined}>
          <Link
            to={to}
            className={styles.place}
            aria-current={isHere(pathname, to) ? 'page' : undefined}
          >
            <Icon size={18} aria-hidden />
            {t(text)}
            {to === adminPaths.orders && <WaitingOrders />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function WaitingOrders() {
  const t = useT()
  const { data } = useQuery(orderCountsQuery)
  const count = data ? data.pending + data.unsent : 0
  if (count === 0) return null
  return (
    <Count className={styles.waiting}>
      <span aria-hidden>{formatCount(count)}</span>
      <span className="visually-hidden">{t('admin.waitingOrders', { count })}</span>
    </Count>
  )
}

/** Whether a menu entry is current. The dashboard's path is a prefix of all other paths. */
function isHere(pathname: string, to: string): boolean {
  if (to === adminPaths.orders && /^\/admin\/(parcels|packing-slips)/.test(pathname)) return true
  if (to === adminPaths.dashboard) return pathname.replace(/\/$/, '') === to
  return pathname === to || pathname.startsWith(`${to}/`)
}

import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { adminPaths } from '#web/navigation/paths.ts'
import Boxes from '#web/ui/icons/boxes.tsx'
import FileSpreadsheet from '#web/ui/icons/file-spreadsheet.tsx'
import History from '#web/ui/icons/history.tsx'
import Images from '#web/ui/icons/images.tsx'
import LayoutDashboard from '#web/ui/icons/layout-dashboard.tsx'
import ListChecks from '#web/ui/icons/list-checks.tsx'
import Mail from '#web/ui/icons/mail.tsx'
import Package from '#web/ui/icons/package.tsx'
import Receipt from '#web/ui/icons/receipt.tsx'
import ReceiptText from '#web/ui/icons/receipt-text.tsx'
import Store from '#web/ui/icons/store.tsx'
import Tags from '#web/ui/icons/tags.tsx'
import TicketPercent from '#web/ui/icons/ticket-percent.tsx'
import Truck from '#web/ui/icons/truck.tsx'
import Users from '#web/ui/icons/users.tsx'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import styles from './AdminArea.module.css'
import { lazyStaffPart } from './lazyStaffPart.ts'
import { OrderWatch } from './orders/OrderWatch.tsx'

/** By their paths below `/admin`. */
const SCREENS = Object.entries({
  '': () => import('./dashboard/DashboardScreen.tsx'),
  products: () => import('./products/ProductsScreen.tsx'),
  'products/:id/fits': () => import('./fits/FitsScreen.tsx'),
  'products/import': () => import('./products/ImportScreen.tsx'),
  groups: () => import('./groups/GroupsScreen.tsx'),
  attributes: () => import('./attributes/AttributesScreen.tsx'),
  families: () => import('./families/FamiliesScreen.tsx'),
  'families/:id': () => import('./families/FamilyScreen.tsx'),
  orders: () => import('./orders/AdminOrdersScreen.tsx'),
  'orders/:id': () => import('./orders/AdminOrderScreen.tsx'),
  'parcels/:id': () => import('./orders/PackingSlipScreen.tsx'),
  customers: () => import('./customers/CustomersScreen.tsx'),
  'customers/:id': () => import('./customers/CustomerScreen.tsx'),
  window: () => import('./storefront/StorefrontScreen.tsx'),
  delivery: () => import('./delivery/DeliveryScreen.tsx'),
  coupons: () => import('./coupons/CouponsScreen.tsx'),
  invoices: () => import('./invoices/InvoicesScreen.tsx'),
  'invoices/:id': () => import('./invoices/AdminInvoiceScreen.tsx'),
  exports: () => import('./exports/ExportsScreen.tsx'),
  emails: () => import('./emails/EmailsScreen.tsx'),
  'emails/:kind': () => import('./emails/EmailScreen.tsx'),
  shop: () => import('./shop/ShopDetailsScreen.tsx'),
  audit: () => import('./audit/AuditScreen.tsx'),
}).map(([path, load]) => ({ path, Screen: lazyStaffPart(load) }))

const PLACES = [
  { to: adminPaths.dashboard, text: 'admin.dashboard', Icon: LayoutDashboard },
  { to: adminPaths.orders, text: 'admin.orders', Icon: Receipt },
  { to: adminPaths.products, text: 'admin.products', Icon: Package },
  { to: adminPaths.groups, text: 'admin.groups', Icon: Tags },
  { to: adminPaths.attributes, text: 'admin.attributes', Icon: ListChecks },
  { to: adminPaths.families, text: 'admin.families', Icon: Boxes },
  { to: adminPaths.customers, text: 'admin.customers', Icon: Users },
  { to: adminPaths.storefront, text: 'admin.storefront', Icon: Images },
  { to: adminPaths.delivery, text: 'admin.delivery', Icon: Truck },
  { to: adminPaths.coupons, text: 'admin.coupons', Icon: TicketPercent },
  { to: adminPaths.invoices, text: 'admin.invoices', Icon: ReceiptText },
  { to: adminPaths.exports, text: 'admin.exports', Icon: FileSpreadsheet },
  { to: adminPaths.emails, text: 'admin.emails', Icon: Mail },
  { to: adminPaths.shop, text: 'admin.shop', Icon: Store },
  { to: adminPaths.audit, text: 'admin.audit', Icon: History },
] as const

/** The owner's menu and screens. */
export default function AdminArea() {
  const t = useT()
  return (
    <div className={styles.area}>
      <Menu />
      <div className={styles.screen}>
        <Suspense fallback={<LoadingScreen label={t('common.loading')} />}>
          <Routes>
            {SCREENS.map(({ path, Screen }) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
      </div>
      <OrderWatch />
    </div>
  )
}

function Menu() {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <nav className={styles.menu} aria-label={t('admin.places')}>
      <ul className={styles.places}>
        {PLACES.map(({ to, text, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.place}
              aria-current={isHere(pathname, to) ? 'page' : undefined}
            >
              <Icon size={18} aria-hidden />
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Whether a menu entry is current. The dashboard's path is a prefix of all others. */
function isHere(pathname: string, to: string): boolean {
  if (to === adminPaths.dashboard) return pathname.replace(/\/$/, '') === to
  return pathname === to || pathname.startsWith(`${to}/`)
}

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

const DashboardScreen = lazyStaffPart(() => import('./dashboard/DashboardScreen.tsx'))
const ProductsScreen = lazyStaffPart(() => import('./products/ProductsScreen.tsx'))
const GroupsScreen = lazyStaffPart(() => import('./groups/GroupsScreen.tsx'))
const AttributesScreen = lazyStaffPart(() => import('./attributes/AttributesScreen.tsx'))
const FamiliesScreen = lazyStaffPart(() => import('./families/FamiliesScreen.tsx'))
const FamilyScreen = lazyStaffPart(() => import('./families/FamilyScreen.tsx'))
const FitsScreen = lazyStaffPart(() => import('./fits/FitsScreen.tsx'))
const ImportScreen = lazyStaffPart(() => import('./products/ImportScreen.tsx'))
const AdminOrdersScreen = lazyStaffPart(() => import('./orders/AdminOrdersScreen.tsx'))
const AdminOrderScreen = lazyStaffPart(() => import('./orders/AdminOrderScreen.tsx'))
const PackingSlipScreen = lazyStaffPart(() => import('./orders/PackingSlipScreen.tsx'))
const CustomersScreen = lazyStaffPart(() => import('./customers/CustomersScreen.tsx'))
const CustomerScreen = lazyStaffPart(() => import('./customers/CustomerScreen.tsx'))
const StorefrontScreen = lazyStaffPart(() => import('./storefront/StorefrontScreen.tsx'))
const DeliveryScreen = lazyStaffPart(() => import('./delivery/DeliveryScreen.tsx'))
const CouponsScreen = lazyStaffPart(() => import('./coupons/CouponsScreen.tsx'))
const InvoicesScreen = lazyStaffPart(() => import('./invoices/InvoicesScreen.tsx'))
const AdminInvoiceScreen = lazyStaffPart(() => import('./invoices/AdminInvoiceScreen.tsx'))
const ExportsScreen = lazyStaffPart(() => import('./exports/ExportsScreen.tsx'))
const EmailsScreen = lazyStaffPart(() => import('./emails/EmailsScreen.tsx'))
const EmailScreen = lazyStaffPart(() => import('./emails/EmailScreen.tsx'))
const ShopDetailsScreen = lazyStaffPart(() => import('./shop/ShopDetailsScreen.tsx'))
const AuditScreen = lazyStaffPart(() => import('./audit/AuditScreen.tsx'))

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
            <Route index element={<DashboardScreen />} />
            <Route path="products" element={<ProductsScreen />} />
            <Route path="products/:id/fits" element={<FitsScreen />} />
            <Route path="products/import" element={<ImportScreen />} />
            <Route path="groups" element={<GroupsScreen />} />
            <Route path="attributes" element={<AttributesScreen />} />
            <Route path="families" element={<FamiliesScreen />} />
            <Route path="families/:id" element={<FamilyScreen />} />
            <Route path="orders" element={<AdminOrdersScreen />} />
            <Route path="orders/:id" element={<AdminOrderScreen />} />
            <Route path="parcels/:id" element={<PackingSlipScreen />} />
            <Route path="customers" element={<CustomersScreen />} />
            <Route path="customers/:id" element={<CustomerScreen />} />
            <Route path="window" element={<StorefrontScreen />} />
            <Route path="delivery" element={<DeliveryScreen />} />
            <Route path="coupons" element={<CouponsScreen />} />
            <Route path="invoices" element={<InvoicesScreen />} />
            <Route path="invoices/:id" element={<AdminInvoiceScreen />} />
            <Route path="exports" element={<ExportsScreen />} />
            <Route path="emails" element={<EmailsScreen />} />
            <Route path="emails/:kind" element={<EmailScreen />} />
            <Route path="shop" element={<ShopDetailsScreen />} />
            <Route path="audit" element={<AuditScreen />} />
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

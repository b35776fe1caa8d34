import { Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { useShopConfig } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { paths } from '#web/navigation/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import ShieldCheck from '#web/ui/icons/shield-check.svg?icon'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import styles from './AdminArea.module.css'
import { AdminMenu } from './AdminMenu.tsx'
import { lazyStaffPart } from './lazyStaffPart.ts'
import { OrderWatch } from './orders/OrderWatch.tsx'
import { Notice } from './parts/Notice.tsx'
import { StepUp } from './parts/StepUp.tsx'
import { useMayRead } from './useMayRead.ts'
import { useSecondFactorMissing } from './useSecondFactorMissing.ts'

/** The staff screens by path below `/admin`. */
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
  'packing-slips': () => import('./orders/PackingSlipsScreen.tsx'),
  'parcels/:id': () => import('./orders/PackingSlipScreen.tsx'),
  customers: () => import('./customers/CustomersScreen.tsx'),
  'customers/:id': () => import('./customers/CustomerScreen.tsx'),
  window: () => import('./storefront/StorefrontScreen.tsx'),
  delivery: () => import('./delivery/DeliveryScreen.tsx'),
  coupons: () => import('./coupons/CouponsScreen.tsx'),
  invoices: () => import('./invoices/InvoicesScreen.tsx'),
  'invoices/:id': () => import('./invoices/AdminInvoiceScreen.tsx'),
  taxes: () => import('./invoices/TaxScreen.tsx'),
  exports: () => import('./exports/ExportsScreen.tsx'),
  emails: () => import('./emails/EmailsScreen.tsx'),
  'emails/:kind': () => import('./emails/EmailScreen.tsx'),
  shop: () => import('./shop/ShopDetailsScreen.tsx'),
  categories: () => import('./categories/CategoriesScreen.tsx'),
  rules: () => import('./shop/ShopRulesScreen.tsx'),
  legal: () => import('./legal/LegalPagesScreen.tsx'),
  staff: () => import('./staff/StaffScreen.tsx'),
  integrations: () => import('./integrations/IntegrationsScreen.tsx'),
  audit: () => import('./audit/AuditScreen.tsx'),
}).map(([path, load]) => ({ path, Screen: lazyStaffPart(load) }))

const toProducts = <Navigate to={adminPaths.products} replace />

export default function AdminArea() {
  const t = useT()
  const readsOrders = useMayRead()('orders')
  if (useSecondFactorMissing()) return <SecondFactorMissing />
  return (
    <div className={styles.area}>
      <AdminMenu />
      <div id="screen" tabIndex={-1} className={styles.screen}>
        <TestPayments />
        <Suspense fallback={<LoadingScreen label={t('common.loading')} />}>
          <Routes>
            {SCREENS.map(({ path, Screen }) => (
              <Route
                key={path}
                path={path}
                element={path === '' && !readsOrders ? toProducts : <Screen />}
              />
            ))}
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
      </div>
      {readsOrders && <OrderWatch />}
      <StepUp />
    </div>
  )
}

function SecondFactorMissing() {
  const t = useT()
  return (
    <div className="container">
      <EmptyState
        icon={<ShieldCheck />}
        title={t('admin.secondFactorMissing')}
        text={t('admin.secondFactorMissingText')}
      >
        <Link to={paths.profile}>{t('admin.ownSecondFactor')}</Link>
      </EmptyState>
    </div>
  )
}

/** Warns outside a demo, where orders paid with play money look like sales. */
function TestPayments() {
  const t = useT()
  const config = useShopConfig()
  if (config?.demo !== false || config.payment.opensPage) return null
  return (
    <div className={styles.notice}>
      <Notice>{t('admin.testPayments')}</Notice>
    </div>
  )
}

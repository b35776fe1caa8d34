import { type ComponentType, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import type { Area } from '#contract/roles.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths, twoStepPath } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
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
import { ChangedArea } from './useMayWrite.ts'
import { useSecondFactorMissing } from './useSecondFactorMissing.ts'

type Load = () => Promise<{ default: ComponentType }>

/** The staff screens by path below `/admin`, each with the permission area it changes; null for none or several. */
const SCREENS = Object.entries({
  '': [null, () => import('./dashboard/DashboardScreen.tsx')],
  products: ['catalog', () => import('./products/ProductsScreen.tsx')],
  'products/:id/fits': ['catalog', () => import('./fits/FitsScreen.tsx')],
  'products/import': ['catalog', () => import('./products/ImportScreen.tsx')],
  groups: ['catalog', () => import('./groups/GroupsScreen.tsx')],
  attributes: ['catalog', () => import('./attributes/AttributesScreen.tsx')],
  families: ['catalog', () => import('./families/FamiliesScreen.tsx')],
  'families/:id': ['catalog', () => import('./families/FamilyScreen.tsx')],
  orders: ['orders', () => import('./orders/AdminOrdersScreen.tsx')],
  'orders/:id': ['orders', () => import('./orders/AdminOrderScreen.tsx')],
  'packing-slips': [null, () => import('./orders/PackingSlipsScreen.tsx')],
  'parcels/:id': [null, () => import('./orders/PackingSlipScreen.tsx')],
  customers: ['customers', () => import('./customers/CustomersScreen.tsx')],
  'customers/:id': [null, () => import('./customers/CustomerScreen.tsx')],
  window: ['catalog', () => import('./storefront/StorefrontScreen.tsx')],
  delivery: ['settings', () => import('./delivery/DeliveryScreen.tsx')],
  coupons: ['settings', () => import('./coupons/CouponsScreen.tsx')],
  invoices: [null, () => import('./invoices/InvoicesScreen.tsx')],
  'invoices/:id': [null, () => import('./invoices/AdminInvoiceScreen.tsx')],
  taxes: ['settings', () => import('./invoices/TaxScreen.tsx')],
  exports: [null, () => import('./exports/ExportsScreen.tsx')],
  emails: ['settings', () => import('./emails/EmailsScreen.tsx')],
  'emails/:kind': ['settings', () => import('./emails/EmailScreen.tsx')],
  shop: ['settings', () => import('./shop/ShopDetailsScreen.tsx')],
  categories: ['settings', () => import('./categories/CategoriesScreen.tsx')],
  rules: ['settings', () => import('./shop/ShopRulesScreen.tsx')],
  legal: ['settings', () => import('./legal/LegalPagesScreen.tsx')],
  staff: ['staff', () => import('./staff/StaffScreen.tsx')],
  integrations: ['staff', () => import('./integrations/IntegrationsScreen.tsx')],
  audit: [null, () => import('./audit/AuditScreen.tsx')],
} satisfies Record<string, [Area | null, Load]>).map(([path, [area, load]]) => ({
  path,
  area,
  Screen: lazyStaffPart(load),
}))

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
            {SCREENS.map(({ path, area, Screen }) => (
              <Route
                key={path}
                path={path}
                element={
                  path === '' && !readsOrders ? (
                    toProducts
                  ) : (
                    <ChangedArea value={area}>
                      <Screen />
                    </ChangedArea>
                  )
                }
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
        <Link to={twoStepPath}>{t('admin.ownSecondFactor')}</Link>
      </EmptyState>
    </div>
  )
}

/** Warns that payments are simulated, except in a demo. */
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

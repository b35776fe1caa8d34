/**
 * The page's routes. Each screen's code is fetched on its first visit. Home, sign-in and sign-up do not wait for
 * further texts, because theirs are in the entry bundle.
 */

import { Route, Routes } from 'react-router'
import { lazyFirstScreen, lazyScreen } from '#web/navigation/lazy-part.ts'
import { paths, patterns } from '#web/navigation/paths.ts'
import { Guard } from './Guard.tsx'
import { Shell } from './Shell.tsx'

const HomeScreen = lazyFirstScreen(() => import('#web/home/HomeScreen.tsx'))
const SignInPage = lazyFirstScreen(() => import('./SignInPage.tsx'))
const SignUpPage = lazyFirstScreen(() => import('./SignUpPage.tsx'))
const MailScreen = lazyScreen(() => import('#web/accounts/MailScreen.tsx'))
const ProfileScreen = lazyScreen(() => import('#web/accounts/ProfileScreen.tsx'))
const CartScreen = lazyScreen(() => import('#web/cart/CartScreen.tsx'))
const OrdersScreen = lazyScreen(() => import('#web/orders/OrdersScreen.tsx'))
const OrderPage = lazyScreen(() => import('./OrderPage.tsx'))
const PaymentScreen = lazyScreen(() => import('#web/payment/PaymentScreen.tsx'))
const CategoryScreen = lazyScreen(() => import('#web/catalog/CategoryScreen.tsx'))
const SearchScreen = lazyScreen(() => import('#web/catalog/SearchScreen.tsx'))
const ProductScreen = lazyScreen(() => import('#web/catalog/ProductScreen.tsx'))
const CompareScreen = lazyScreen(() => import('#web/catalog/compare/CompareScreen.tsx'))
const ContactScreen = lazyScreen(() => import('#web/contact/ContactScreen.tsx'))
const LegalScreen = lazyScreen(() => import('#web/legal/LegalScreen.tsx'))
const AdminGate = lazyScreen(() => import('#web/admin/AdminGate.tsx'))
const NotFoundScreen = lazyScreen(() => import('#web/navigation/NotFoundScreen.tsx'))

const renderedRoutes = (
  <>
    <Route path={paths.signIn} element={<SignInPage />} />
    <Route path={paths.signUp} element={<SignUpPage />} />
    <Route element={<Guard isPublic />}>
      <Route path={paths.home} element={<HomeScreen />} />
      <Route path={patterns.category} element={<CategoryScreen />} />
      <Route path={patterns.product} element={<ProductScreen />} />
      <Route path={patterns.search} element={<SearchScreen />} />
    </Route>
  </>
)

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        {renderedRoutes}
        <Route path={paths.passwordReset} element={<MailScreen />} />
        <Route path={patterns.email} element={<MailScreen />} />
        <Route path={patterns.legal} element={<LegalScreen />} />
        <Route path="*" element={<NotFoundScreen />} />

        <Route element={<Guard isPublic />}>
          <Route path={paths.contact} element={<ContactScreen />} />
          <Route path={patterns.compare} element={<CompareScreen />} />
          <Route path={paths.cart} element={<CartScreen />} />
        </Route>

        <Route element={<Guard />}>
          <Route path={paths.profile} element={<ProfileScreen />} />
          <Route path={paths.orders} element={<OrdersScreen />} />
          <Route path={patterns.order} element={<OrderPage />} />
          <Route path={patterns.payment} element={<PaymentScreen />} />
          <Route path={patterns.adminSearch} element={<SearchScreen />} />
          <Route path={patterns.admin} element={<AdminGate />} />
        </Route>
      </Route>
    </Routes>
  )
}

/** The routes rendered by web/render.tsx. The list is short, because each screen is matched against all of them. */
export function RenderedRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>{renderedRoutes}</Route>
    </Routes>
  )
}

/**
 * The map of the page. Every screen is fetched when it is first visited. Home and the two sign
 * screens say only what the entry knows and wait for no further texts.
 */

import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { lazyPart } from '#web/i18n/lazyPart.ts'
import { paths, patterns } from '#web/navigation/paths.ts'
import { Guard } from './Guard.tsx'
import { Shell } from './Shell.tsx'

const HomeScreen = lazy(() => import('#web/home/HomeScreen.tsx'))
const SignInPage = lazy(() => import('./SignInPage.tsx'))
const SignUpPage = lazy(() => import('./SignUpPage.tsx'))
const MailScreen = lazyPart(() => import('#web/accounts/MailScreen.tsx'))
const ProfileScreen = lazyPart(() => import('#web/accounts/ProfileScreen.tsx'))
const CartScreen = lazyPart(() => import('#web/cart/CartScreen.tsx'))
const OrdersScreen = lazyPart(() => import('#web/orders/OrdersScreen.tsx'))
const OrderScreen = lazyPart(() => import('#web/orders/OrderScreen.tsx'))
const PaymentScreen = lazyPart(() => import('#web/payment/PaymentScreen.tsx'))
const CategoryScreen = lazyPart(() => import('#web/catalog/CategoryScreen.tsx'))
const SearchScreen = lazyPart(() => import('#web/catalog/SearchScreen.tsx'))
const ProductScreen = lazyPart(() => import('#web/catalog/ProductScreen.tsx'))
const ContactScreen = lazyPart(() => import('#web/contact/ContactScreen.tsx'))
const AdminGate = lazyPart(() => import('#web/admin/AdminGate.tsx'))
const NotFoundScreen = lazyPart(() => import('#web/navigation/NotFoundScreen.tsx'))

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path={paths.signIn} element={<SignInPage />} />
        <Route path={paths.signUp} element={<SignUpPage />} />
        <Route path={paths.passwordReset} element={<MailScreen />} />
        <Route path={patterns.email} element={<MailScreen />} />
        <Route path="*" element={<NotFoundScreen />} />

        <Route element={<Guard />}>
          <Route path={paths.home} element={<HomeScreen />} />
          <Route path={paths.profile} element={<ProfileScreen />} />
          <Route path={paths.cart} element={<CartScreen />} />
          <Route path={paths.orders} element={<OrdersScreen />} />
          <Route path={patterns.order} element={<OrderScreen />} />
          <Route path={paths.contact} element={<ContactScreen />} />
          <Route path={patterns.category} element={<CategoryScreen />} />
          <Route path={patterns.payment} element={<PaymentScreen />} />
          <Route path={patterns.product} element={<ProductScreen />} />
          <Route path={patterns.adminSearch} element={<SearchScreen />} />
          <Route path={patterns.search} element={<SearchScreen />} />
          <Route path={patterns.admin} element={<AdminGate />} />
        </Route>
      </Route>
    </Routes>
  )
}

/**
 * Build step: groups modules into files. By default, the bundler creates a small file for each module that two lazy
 * parts share, and a first visit would fetch sixty of them. Each screen that visits start on gets one file, and the
 * modules that these screens share get a few files; the bundler splits the rest.
 */
import type { Rolldown } from 'vite'

/** Each group contains the modules that match it and their imports, except those in an earlier group. */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  // Every visit loads the libraries, but from a separate file, because they change less often than the shop.
  { name: 'libraries', test: /\/node_modules\//, tags: ['$initial'] },
  // The limits that the first screen needs are inlined; later screens import this file.
  { name: 'limits', test: /\/contract\/limits\.ts$/ },
  { name: 'shop', tags: ['$initial'] },
  { name: 'hooks', test: /\/web\/(?:navigation\/usePageTitle|api\/(?:useAction|load-state))\.ts$/ },
  { name: 'window', test: /\/(?:home\/SlideShow\.tsx|catalog\/catalog\.queries\.ts)$/ },
  { name: 'fields', test: /\/(?:ui\/(?:Field|Form)|navigation\/useDelayedNavigate)\.tsx?$/ },
  { name: 'sign', test: /\/app\/SignInPage\.tsx$/ },
  // The modules that almost every screen loads sooner or later, including header and footer. A single file: for a visit
  // that begins with a search or a product, many small files would cost more than a few unneeded kilobytes.
  {
    name: 'parts',
    test: anyOf(
      '/home/(?:HomeSections|StorefrontContent)\\.tsx$',
      '/navigation/(?:Screen|LoadState|LoadMore|Breadcrumb|CategoryLinks)\\.tsx$',
      '/cart/DeliveryNote\\.tsx$',
      '/ui/(?:Tag|Tabs|TextArea|Dialog|Switch|BottomBar)\\.tsx$',
      '/ui/icons/(?:check|circle-check|external-link|log-out|mail|map-pin|package|package-search|pencil|search-x|shield-check|shopping-bag|trash-2)\\.svg',
      '/i18n/(?:useDateTime|left-to-right|time-ago|useDeliveryDays)\\.ts$',
      '/api/(?:products-by-id\\.queries|realtime-up)\\.ts$',
      '/(?:admin/admin-task|app/header/notices|catalog/waiting|contract/legal|session/useSignOut)\\.ts$',
      '/useInfiniteQuery\\.',
    ),
  },
  {
    name: 'orders',
    test: /\/(?:api\/show-maintenance|orders\/(?:orders\.queries|order-view|invoice-title|FactPanel|OrderMissing)|contract\/(?:order-cost|second-currency))\.tsx?$/,
  },
  // Modules that customers' screens share with the admin area: otherwise, customers would load all of `admin`.
  {
    name: 'account',
    test: anyOf(
      '/addresses/(?:AddressText|AddressPanel|address-failure|addresses\\.queries)',
      '/(?:api/fetch-file|contract/countries|ui/(?:save-as|QuestionDialog|useErrorsLeft))\\.tsx?$',
      '/ui/icons/download\\.svg',
    ),
  },
  { name: 'menus', test: /\/app\/header\/MobileDrawer\.tsx$/ },
  { name: 'live', test: /\/app\/realtime\/connection\.ts$/ },
  {
    name: 'lists',
    test: anyOf(
      '/catalog/(?:ProductGrid|ProductStock|compare/Compare(?:Bar|Button|Row))\\.tsx$',
      '/(?:catalog/useSlides|i18n/useValueText|navigation/search-path)\\.ts$',
    ),
  },
  { name: 'filters', test: /\/catalog\/filters\/(?:BrandLogo|FilteredList|useChosenGroup)\.tsx?$/ },
  // Edit and Delete on product cards, separate from all other modules that staff load.
  { name: 'card-tools', test: /\/admin\/AdminCardTools\.tsx$/ },
  { name: 'admin', test: /\/admin\/parts\/(?!StepUpDialog|ProductSearch|PictureField)\w+\.tsx?$/ },
  { name: 'fits', test: /\/catalog\/fits\/(?:FitAnswers|ProductFits)\.tsx$/ },
]

export const chunks = GROUPS.map((group, index) => ({ ...group, priority: GROUPS.length - index }))

function anyOf(...paths: string[]): RegExp {
  return new RegExp(paths.join('|'))
}

/**
 * Build step: which module goes into which file. By default the bundler creates a small file for
 * each module that two lazy parts share, and a first visit would fetch thirty of them. The screens
 * that a visit begins with get one file each; the bundler splits the rest.
 */
import type { Rolldown } from 'vite'

/** Each group takes its roots and their imports, except modules of a group above it. */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  // Part of every visit; separate because libraries change less often than the shop.
  { name: 'libraries', test: /\/node_modules\//, tags: ['$initial'], priority: 5 },
  { name: 'shop', tags: ['$initial'], priority: 4 },
  {
    name: 'hooks',
    test: /\/web\/(?:navigation\/usePageTitle|api\/(?:useAction|load-state))\.ts$/,
    priority: 4,
  },
  {
    name: 'window',
    test: /\/(?:home\/SlideShow\.tsx|catalog\/catalog\.queries\.ts)$/,
    priority: 3,
  },
  {
    name: 'address',
    test: /\/web\/addresses\/(?:AddressText|AddressPanel|addresses\.queries)/,
    priority: 2,
  },
  {
    name: 'delivery',
    test: /\/(?:cart\/DeliveryNote\.tsx|i18n\/useDeliveryDays\.ts)$/,
    priority: 2,
  },
  {
    name: 'screen',
    test: /\/web\/navigation\/(?:Screen|LoadState|LoadMore|Breadcrumb)\.tsx$/,
    priority: 2,
  },
  // Of orders, most of all.
  {
    name: 'facts',
    test: /\/web\/(?:ui\/(?:Tag|Tabs)\.tsx|i18n\/(?:useDateTime|left-to-right)\.ts)$/,
    priority: 2,
  },
  { name: 'files', test: /\/web\/(?:api\/fetch-file|ui\/save-as)\.ts$/, priority: 2 },
  { name: 'sign', test: /\/app\/SignInPage\.tsx$/, priority: 2 },
  { name: 'sign-up', test: /\/app\/SignUpPage\.tsx$/, priority: 1 },
  { name: 'sections', test: /\/home\/(?:HomeSections|StorefrontContent)\.tsx$/, priority: 0 },
  // What lists, product pages and the comparison share.
  {
    name: 'lists',
    test: /\/catalog\/(?:ProductGrid|ProductStock|compare\/Compare(?:Bar|Button|Row))\.tsx$/,
    priority: 0,
  },
]

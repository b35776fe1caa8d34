import { useQuery } from '@tanstack/react-query'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Area } from '#contract/roles.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SearchField } from '../parts/Filters.tsx'
import { foundQuery } from '../parts/found-query.ts'
import { useMayRead } from '../useMayRead.ts'
import styles from './StaffSearch.module.css'

/** The maximum number of results of each kind; a link leads to all results of that kind. */
const limit = 4

/** Finds orders, customers and products by search terms, such as a number, a name or a SKU. */
export default function StaffSearch({ onClose }: { onClose: () => void }) {
  const t = useT()
  const pick = useLocalized()
  const mayRead = useMayRead()
  const [search, setSearch] = useState('')
  /** The search text for which Enter was pressed: its first result opens once all results have loaded. */
  const [entered, setEntered] = useState('')
  const parts = useRef<HTMLDivElement>(null)
  const isAsked = search !== ''
  const query = { search, limit }
  const may = (area: Area) => isAsked && mayRead(area)
  const orders = useQuery(foundQuery('GET /api/admin/orders', query, may('orders')))
  const customers = useQuery(foundQuery('GET /api/admin/customers', query, may('customers')))
  const products = useQuery(foundQuery('GET /api/admin/products', query, may('catalog')))
  const queries = [orders, customers, products]
  // While new results load, those for earlier input are still shown.
  const isLoaded = queries.every((one) => !one.isLoading && !one.isPlaceholderData)
  const groups = [
    {
      title: t('admin.orders'),
      list: adminPaths.orders,
      rows: orders.data?.orders.map(({ id, customer, product }) => ({
        to: adminPaths.order(id),
        name: t('order.title', { id }),
        notes: [customer.username, pick(product, 'name')],
      })),
    },
    {
      title: t('admin.customers'),
      list: adminPaths.customers,
      rows: customers.data?.customers.map(({ id, username, email }) => ({
        to: adminPaths.customer(id),
        name: username,
        notes: [email],
      })),
    },
    {
      title: t('admin.products'),
      list: adminPaths.products,
      rows: products.data?.products.map((product) => ({
        to: `${adminPaths.products}?edit=${product.id}`,
        name: pick(product, 'name'),
        notes: [product.sku ?? ''],
      })),
    },
  ].filter(({ rows }) => isAsked && rows && rows.length > 0)

  useEffect(() => {
    if (isLoaded && isAsked && entered === search) parts.current?.querySelector('a')?.click()
  }, [isLoaded, isAsked, entered, search])

  function onKeyDown(event: KeyboardEvent) {
    const stops = [...(parts.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const here = stops.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      stops[here + step]?.focus()
    } else if (event.key === 'Enter' && here === 0) {
      setEntered((event.target as HTMLInputElement).value.trim())
    }
  }

  return (
    <Dialog title={t('header.search')} closeLabel={t('common.close')} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows go from the field to the results and back */}
      <div ref={parts} onKeyDown={onKeyDown} className={styles.parts}>
        <SearchField label={t('admin.searchAll')} value={search} onChoose={setSearch} isFirst />
        {groups.map(({ title, list, rows }) => (
          <section key={list}>
            <h3 className={styles.title}>{title}</h3>
            <ul>
              {rows?.map(({ to, name, notes }) => (
                <li key={to}>
                  <Link to={to} className={styles.found} onClick={onClose}>
                    <bdi>{name}</bdi>
                    <span className="quiet">
                      {notes.map((note, place) => (
                        <Fragment key={note}>
                          {place > 0 && ' · '}
                          <bdi>{note}</bdi>
                        </Fragment>
                      ))}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <Link
              to={`${list}?search=${encodeURIComponent(search)}`}
              className={styles.all}
              onClick={onClose}
            >
              {t('common.viewAll')}
              <span className="visually-hidden">: {title}</span>
            </Link>
          </section>
        ))}
        <p role="status" className="quiet">
          {isAsked && outcome()}
        </p>
      </div>
    </Dialog>
  )

  function outcome() {
    if (queries.some(({ isError }) => isError)) return t('common.unreachable')
    if (queries.some(({ isFetching }) => isFetching) || groups.length > 0) return null
    return t('admin.searchNothing')
  }
}

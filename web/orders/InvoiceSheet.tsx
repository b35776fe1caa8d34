import { invoiceWord, signOf } from '#contract/invoice-kinds.ts'
import type { Invoice } from '#contract/invoices.ts'
import { longDate } from '#contract/long-date.ts'
import { secondFormat, secondRate } from '#contract/second-currency.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { leftToRight } from '#web/i18n/left-to-right.ts'
import { useLocale, useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Amount } from '#web/ui/Price.tsx'
import sheet from '#web/ui/Sheet.module.css'
import { Sheet, SheetColumns, SheetPart, SheetTable } from '#web/ui/Sheet.tsx'
import styles from './InvoiceSheet.module.css'
import { invoiceAmount } from './invoice-title.ts'

export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const t = useT()
  const date = longDate(new Date(invoice.at), useLocale(), invoice.timeZone)
  return (
    <Sheet
      brand={invoice.shop}
      title={t(invoiceWord(invoice))}
      under={<Amount>{invoice.number}</Amount>}
    >
      <SheetColumns short>
        <SheetPart title={t('invoice.date')}>{date}</SheetPart>
        {invoice.kind === 'invoice' && (
          <SheetPart title={t('invoice.payment')}>
            {invoice.isTest ? t('invoice.test') : t('invoice.paidOn', { date })}
          </SheetPart>
        )}
        {invoice.corrects && (
          <SheetPart title={t('invoice.corrects')}>
            <bdi dir="ltr">{invoice.corrects}</bdi>
          </SheetPart>
        )}
        {invoice.reason && (
          <SheetPart title={t('invoice.reason')}>
            <bdi>{invoice.reason}</bdi>
          </SheetPart>
        )}
      </SheetColumns>
      <Parties invoice={invoice} />
      <Lines invoice={invoice} />
    </Sheet>
  )
}

function Parties({ invoice: { seller, buyer } }: { invoice: Invoice }) {
  const t = useT()
  const pick = useLocalized()
  const isArabic = useLocale() === 'ar'
  const place = isArabic ? buyer.address_ar : buyer.address
  return (
    <SheetColumns>
      <SheetPart title={t('invoice.seller')}>
        <Lined lines={[pick(seller, 'name'), ...(isArabic ? seller.address_ar : seller.address)]} />
        {seller.tax_number && (
          <p>
            {t('invoice.taxNumber')}: <bdi dir="ltr">{seller.tax_number}</bdi>
          </p>
        )}
      </SheetPart>
      <SheetPart title={t('invoice.buyer')}>
        {/* If there is an address, it starts with the buyer's name. */}
        <Lined lines={[...(place.length > 0 ? place : [buyer.name]), buyer.email]} />
      </SheetPart>
    </SheetColumns>
  )
}

function Lined({ lines }: { lines: readonly string[] }) {
  return (
    <p className={styles.lined}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
        <bdi key={at}>{line}</bdi>
      ))}
    </p>
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { lines, delivery, total, net, tax } = invoice
  const t = useT()
  const pick = useLocalized()
  const signed = (amount: number) => invoiceAmount(invoice, amount)
  const off = (amount: number) => `${signOf(invoice) ? '' : '−'}${formatPrice(amount)}`
  const hasDiscount = lines.some(({ discount }) => discount > 0)
  const before = hasDiscount ? 4 : 3
  return (
    <SheetTable stacks>
      {lines.length > 0 && (
        <thead>
          <tr>
            <th scope="col">{t('invoice.product')}</th>
            <th scope="col">{t('invoice.quantity')}</th>
            <th scope="col">{t('invoice.price')}</th>
            {hasDiscount && <th scope="col">{t('invoice.discount')}</th>}
            <th scope="col">{t('invoice.amount')}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {lines.map((line) => (
          <tr key={line.order}>
            <td>
              <bdi>{pick(line, 'name')}</bdi>
              <LineNotes line={line} />
            </td>
            <td data-label={t('invoice.quantity')}>{line.quantity || ''}</td>
            <td data-label={t('invoice.price')}>
              {line.quantity > 0 && <Amount>{signed(line.price)}</Amount>}
            </td>
            {hasDiscount && (
              <td data-label={t('invoice.discount')}>
                {line.discount > 0 && <Amount>{off(line.discount)}</Amount>}
              </td>
            )}
            <td>
              <Amount>{signed(line.total)}</Amount>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {delivery > 0 && (
          <Sum before={before} name={t('invoice.delivery')} amount={signed(delivery)} />
        )}
        <Sum before={before} name={t('invoice.total')} amount={signed(total)} isTotal />
        {tax && (
          <>
            <Sum before={before} name={t('invoice.net')} amount={signed(net)} />
            <Sum
              before={before}
              name={t('invoice.tax', { name: pick(tax, 'name'), percent: String(tax.percent) })}
              amount={signed(tax.amount)}
            />
          </>
        )}
        <InSecondCurrency invoice={invoice} before={before} />
      </tfoot>
    </SheetTable>
  )
}

interface InSecondCurrencyProps {
  invoice: Invoice
  before: number
}

function InSecondCurrency({ invoice, before }: InSecondCurrencyProps) {
  const t = useT()
  const pick = useLocalized()
  const locale = useLocale()
  const { tax, second_currency: second } = invoice
  if (!tax || !second) return null
  const { currency } = second
  const { format } = secondFormat(second)
  const date = longDate(new Date(second.date), locale, 'UTC')
  return (
    <>
      <Sum
        before={before}
        name={t('invoice.secondTax', { name: pick(tax, 'name'), currency })}
        amount={invoiceAmount(invoice, second.tax, format)}
      />
      <Sum
        before={before}
        name={t('invoice.secondTotal', { currency })}
        amount={invoiceAmount(invoice, second.total, format)}
      />
      <Sum before={before} name={t('invoice.rate', { date })} amount={secondRate(second)} />
    </>
  )
}

function LineNotes({ line }: { line: Invoice['lines'][number] }) {
  const t = useT()
  const { order, quantity, refundedBefore } = line
  return (
    <>
      <span className={sheet.quiet}>{t('invoice.order', { id: order })}</span>
      {quantity === 0 && <span className={sheet.quiet}>{t('invoice.amountAlone')}</span>}
      {refundedBefore > 0 && (
        <span className={sheet.quiet}>
          {t('invoice.refundedBefore', { amount: leftToRight(formatPrice(refundedBefore)) })}
        </span>
      )}
    </>
  )
}

interface SumProps {
  /** The number of columns before the amount column. */
  before: number
  name: string
  amount: string
  isTotal?: boolean
}

function Sum({ before, name, amount, isTotal }: SumProps) {
  return (
    <tr className={isTotal ? sheet.sum : undefined}>
      <th scope="row" colSpan={before}>
        {name}
      </th>
      <td>
        <Amount>{amount}</Amount>
      </td>
    </tr>
  )
}

import type { ShopRules } from '#contract/admin.ts'
import { ORDER_LINES_MAX } from '#contract/limits.ts'
import {
  choiceOf,
  countOf,
  type Environment,
  readAll,
  type SettingsGroup,
  secondsOf,
} from '../platform/environment.ts'
import { A_DAY } from './time-to-pay.ts'
import { type UnpaidLimits, unpaidLimits } from './unpaid-limits.ts'

export interface OrdersSettings {
  orderTimes: {
    /** Seconds after which a new order is confirmed automatically; null if the environment turns this off. */
    autoConfirmAfter: number | null
    /** Seconds from confirmation until an unpaid order is canceled, unless staff have set a different time. */
    unpaidExpiresAfter: number
  }
  /** Rules set in the environment, which staff cannot change. */
  fixedRules: Partial<Pick<ShopRules, 'auto_confirm' | 'pay_minutes'>>
  unpaidLimits: UnpaidLimits | null
  addressRequired: boolean
}

const CONFIRM_AFTER = 15
const HALF_AN_HOUR = 30 * 60
const UNPAID_ORDERS_MAX = 5
/** Enough for one unit of every product in a full cart. */
const UNPAID_UNITS_MAX = ORDER_LINES_MAX

export const ORDERS_SETTINGS: SettingsGroup = {
  title: 'Orders',
  settings: {
    AUTO_CONFIRM_AFTER: [
      `${CONFIRM_AFTER}`,
      'seconds after which a new order is confirmed automatically; off leaves confirmation to staff; if unset, staff choose whether orders are confirmed automatically (Admin, Orders and stock)',
    ],
    UNPAID_EXPIRES_AFTER: [
      `${HALF_AN_HOUR}`,
      `seconds a confirmed order may stay unpaid before it is canceled; ${A_DAY} by default with AUTO_CONFIRM_AFTER=off; if unset, staff can change it (Admin, Orders and stock)`,
    ],
    UNPAID_ORDERS_MAX: [
      `${UNPAID_ORDERS_MAX}`,
      'maximum number of unpaid purchases per customer; off removes all limits on unpaid orders',
    ],
    UNPAID_UNITS_MAX: [`${UNPAID_UNITS_MAX}`, 'maximum number of unpaid units per customer'],
    ADDRESS: [
      'later',
      'when an order needs a delivery address: required (when it is placed) or later (the shop asks for it afterwards); required by default unless the shop is a demo',
    ],
  },
}

/**
 * @param mails whether the shop can send email to its customers.
 * @throws SettingError
 */
export function readOrdersSettings(
  env: Environment,
  { mails, demo }: { mails: () => boolean; demo: () => boolean },
): OrdersSettings {
  const { times, ...others } = readAll({
    times: () => orderTimesOf(env),
    unpaidLimits: () => unpaidLimitsOf(env, mails()),
    addressRequired: () => isAddressRequired(env, demo()),
  })
  return { ...times, ...others }
}

/** In a demo an order is placed with one click, as specified; real goods need an address. */
function isAddressRequired(env: Environment, demo: boolean): boolean {
  const byDefault = demo ? 'later' : 'required'
  return choiceOf(env, 'ADDRESS', ['later', 'required'], byDefault) === 'required'
}

/**
 * The time to pay is shorter when orders are confirmed automatically: the customer is still in the shop then, but may
 * be asleep when staff confirm the order.
 */
function orderTimesOf(env: Environment): Pick<OrdersSettings, 'orderTimes' | 'fixedRules'> {
  const isByStaff = env.AUTO_CONFIRM_AFTER === 'off'
  const byDefault = isByStaff ? A_DAY : HALF_AN_HOUR
  const orderTimes = readAll({
    autoConfirmAfter: () =>
      isByStaff ? null : secondsOf(env, 'AUTO_CONFIRM_AFTER', CONFIRM_AFTER),
    unpaidExpiresAfter: () => secondsOf(env, 'UNPAID_EXPIRES_AFTER', byDefault),
  })
  return {
    orderTimes,
    fixedRules: {
      ...(env.AUTO_CONFIRM_AFTER && { auto_confirm: !isByStaff }),
      ...(env.UNPAID_EXPIRES_AFTER && {
        pay_minutes: Math.ceil(orderTimes.unpaidExpiresAfter / 60),
      }),
    },
  }
}

function unpaidLimitsOf(env: Environment, mails: boolean): UnpaidLimits | null {
  if (env.UNPAID_ORDERS_MAX === 'off') return null
  const account = readAll({
    orders: () => countOf(env, 'UNPAID_ORDERS_MAX', UNPAID_ORDERS_MAX),
    units: () => countOf(env, 'UNPAID_UNITS_MAX', UNPAID_UNITS_MAX),
  })
  return unpaidLimits(account, mails)
}

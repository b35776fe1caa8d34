/** Customer search for staff: by words in the account, a name in its address book, or a phone number. */
import { type RawBuilder, sql } from 'kysely'
import { all, containsWords } from '../platform/db/conditions.ts'

/** Selects the `id` of matching customers, including closed accounts, and of staff with a matching address. */
export function matchingCustomers(search: string): RawBuilder<unknown> {
  const phone = phoneDigits(search)
  return sql`
    select id from app_user
    where ${all([sql`account_type = 'customer'`, ...containsWords(sql`search_text`, search)])}
    union select user_id from address where ${all(containsWords(sql`fold_text(name)`, search))}
    ${phone ? sql`union ${customersWithPhone(phone)}` : sql``}`
}

/**
 * Selects the `id` of customers with the phone number in the account, and of all users with it in an address. Numbers
 * match if their last nine digits are the same, or if the longer one ends with the shorter one: a country or area code
 * may be missing.
 * @param digits as `phoneDigits` returns them.
 */
export function customersWithPhone(digits: string): RawBuilder<unknown> {
  const end = digits.slice(-9)
  const isSame = sql`right(phone_digits(phone), 7) = ${end.slice(-7)} and (
    right(phone_digits(phone), 9) like ${`%${end}`} or ${end} like '%' || right(phone_digits(phone), 9))`
  return sql`
    select id from app_user where account_type = 'customer' and ${isSame}
    union select user_id from address where ${isSame}`
}

/**
 * The digits of a phone number in any format, without leading zeros; null unless the text is a phone number of 7 to 15
 * digits.
 */
export function phoneDigits(text: string): string | null {
  const digits = /^[\d\s+()./-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : ''
  return digits.length >= 7 && digits.length <= 15 ? digits : null
}

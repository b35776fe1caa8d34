/** The rules that apply until staff change them, from migration 0062. */

export const LOW_STOCK = 5
export const LATE_AFTER_HOURS = 24

/** The values that migration 0062 sets; they apply until staff change them. */

export const LOW_STOCK = 5
export const LATE_AFTER_HOURS = 24

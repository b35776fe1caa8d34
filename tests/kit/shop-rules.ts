/** What a shop has until its staff choose otherwise, by migration 0062. */

export const LOW_STOCK = 5
export const LATE_AFTER_HOURS = 24

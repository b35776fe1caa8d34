/** Fixed notices about the shop: the specification's placeholder, count included. */
export const NOTICES = [1, 2, 3, 4] as const

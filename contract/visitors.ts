/** What visitors can do without an account: only sign in or sign up, also browse, or also order. */
export const VISITORS = ['sign-in', 'browse', 'order'] as const

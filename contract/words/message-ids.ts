/** Which message ids in `en.json` and `ar.json` are used by the server, by the page, or by both. */
import type english from './en.json'

/** Prefixes of the ids that only the server uses; the page's build omits them. */
export const SERVER_PREFIXES = ['error.', 'reply.', 'field.', 'email.', 'export.'] as const

/** Prefixes of the ids that both the server and the page use. */
export const SHARED_PREFIXES = [
  ...(['invoice.', 'choice.', 'category.', 'field-error.'] as const),
  ...(['admin.column.', 'admin.notYourRole'] as const),
  ...(['shop.title', 'shop.tagline', 'product.inStock', 'product.soldOut'] as const),
  ...(['list.all', 'list.searchFor', 'compare.title', 'contact.title', 'footer.'] as const),
  ...(['order.number', 'notFound.', 'auth.signIn.title', 'auth.signUp.title'] as const),
] as const

type MessageId = keyof typeof english

type ServerOnly = Extract<MessageId, `${(typeof SERVER_PREFIXES)[number]}${string}`>

export type ServerMessageId =
  | ServerOnly
  | Extract<MessageId, `${(typeof SHARED_PREFIXES)[number]}${string}`>

export type PageMessageId = Exclude<MessageId, ServerOnly>

import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { LOCALES } from './locale.ts'
import { Nullable } from './schema.ts'

const tag = 'Shop'

export const ShopConfig = Type.Object({
  demo: Type.Boolean(),
  languages: Type.Array(Type.Union(LOCALES.map((locale) => Type.Literal(locale)))),
  currency: Type.Literal('USD'),
  realtime: Type.Object({
    key: Type.String(),
    host: Nullable(Type.String()),
    port: Type.Integer(),
  }),
  payment: Type.Object({ provider: Type.Union([Type.Literal('sandbox'), Type.Literal('stripe')]) }),
  google: Type.Boolean(),
  contact: Type.Object({
    phone: Type.String(),
    email: Type.String(),
    address: Type.String(),
    privacyUrl: Nullable(Type.String()),
    termsUrl: Nullable(Type.String()),
  }),
})
export type ShopConfig = Static<typeof ShopConfig>

export const shopConfig = endpoint('GET /api/config', {
  summary: 'What the page must know before it can serve a customer',
  tag,
  access: 'public',
  replies: { 200: ShopConfig },
})

export const healthz = endpoint('GET /healthz', {
  summary: 'The process is alive',
  tag: 'Operations',
  access: 'public',
  replies: { 200: Type.Object({ status: Type.Literal('ok') }) },
})

export const readyz = endpoint('GET /readyz', {
  summary: 'The database answers and the server is not draining',
  tag: 'Operations',
  access: 'public',
  replies: { 200: Type.Object({ status: Type.Literal('ready') }) },
})

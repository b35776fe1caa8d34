/**
 * Calls of the wire contract whose schemas are not in contract/ yet, typed as they will be.
 * A call moves to `import type` from contract/ when it is there.
 */
import type { TInteger, TNumber, TObject, TString } from 'typebox'
import type { CategoryName, Product } from '#contract/catalog.ts'
import type { IdParams, MessageReply } from '#contract/schema.ts'

interface Call {
  summary: string
  tag: string
  access: 'public' | 'customer' | 'admin'
}

export interface RequestPasswordLink extends Call {
  call: 'POST /api/auth/password/email'
  body: TObject<{ email: TString }>
  replies: { 200: typeof MessageReply }
}

export interface ResetPassword extends Call {
  call: 'POST /api/auth/password/reset'
  body: TObject<{ token: TString; password: TString; password_confirmation: TString }>
  replies: { 200: typeof MessageReply }
}

export interface EditProduct extends Call {
  call: 'PUT /api/admin/products/{id}'
  params: typeof IdParams
  body: TObject<{
    name: TString
    name_ar: TString
    price: TNumber
    quantity: TInteger
    category: typeof CategoryName
  }>
  replies: { 200: TObject<{ data: typeof Product }> }
}

export interface DeleteProduct extends Call {
  call: 'DELETE /api/admin/products/{id}'
  params: typeof IdParams
  replies: { 200: typeof MessageReply }
}

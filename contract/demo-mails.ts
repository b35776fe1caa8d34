import { type Static, Type } from 'typebox'
import { endpointsOf } from './endpoint.ts'
import { Timestamp } from './schema.ts'

const endpoint = endpointsOf('Demo')

export const DemoMail = Type.Object(
  { id: Type.String(), to: Type.String(), subject: Type.String(), sent_at: Timestamp },
  { title: 'DemoMail' },
)
export type DemoMail = Static<typeof DemoMail>

export const listDemoMails = endpoint('GET /api/demo/mails', {
  summary:
    'The emails that a demo shop stores instead of sending, newest first; returns a 404 in any other shop',
  access: 'public',
  replies: { 200: Type.Object({ mails: Type.Array(DemoMail) }) },
  errors: ['not_found'],
})

export const getDemoMail = endpoint('GET /api/demo/mails/{id}', {
  summary: 'One stored email with its text and HTML',
  access: 'public',
  params: Type.Object({ id: Type.String() }),
  replies: {
    200: Type.Object({ ...DemoMail.properties, text: Type.String(), html: Type.String() }),
  },
})

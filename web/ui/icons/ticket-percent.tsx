import { icon } from '../icon.ts'

export default icon(
  <path d="M2 9a3 3 0 1 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 1 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2Z" />,
  <path d="M9 9h.01" />,
  <path d="m15 9-6 6" />,
  <path d="M15 15h.01" />,
)

import { icon } from '../icon.ts'

export default icon(<path d="M18 6 6 18" />, <path d="m6 6 12 12" />)

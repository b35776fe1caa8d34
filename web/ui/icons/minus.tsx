import { icon } from '../icon.ts'

export default icon(<path d="M5 12h14" />)

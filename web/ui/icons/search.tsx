import { icon } from '../icon.ts'

export default icon(<path d="m21 21-4.34-4.34" />, <circle cx="11" cy="11" r="8" />)

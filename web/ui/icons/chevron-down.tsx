import { icon } from '../icon.ts'

export default icon(<path d="m6 9 6 6 6-6" />)

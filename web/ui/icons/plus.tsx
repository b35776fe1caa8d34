import { icon } from '../icon.ts'

export default icon(<path d="M5 12h14" />, <path d="M12 5v14" />)

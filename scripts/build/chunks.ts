/**
 * Build step: which module goes into which file. Left alone the bundler makes a little file of
 * each module that two lazy parts share, and a first visit would fetch thirty of them. The
 * screens that a visit begins with get one file each; the rest splits by itself.
 */
import type { Rolldown } from 'vite'

/** Each takes its roots and what they import, but for what one above has taken. */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  // Part of every visit; libraries change less often than the shop, so they are apart.
  { name: 'libraries', test: /\/node_modules\/(?!lucide)/, tags: ['$initial'], priority: 5 },
  { name: 'shop', tags: ['$initial'], priority: 4 },
  { name: 'hooks', test: /\/web\/(?:navigation\/usePageTitle|api\/useAction)\.ts$/, priority: 4 },
  {
    name: 'window',
    test: /\/(?:home\/SlideShow\.tsx|catalog\/catalog\.queries\.ts)$/,
    priority: 3,
  },
  { name: 'sign', test: /\/app\/Sign(?:In|Up)Page\.tsx$/, priority: 2 },
  { name: 'sections', test: /\/home\/(?:HomeSections|WindowDisplay)\.tsx$/, priority: 1 },
]

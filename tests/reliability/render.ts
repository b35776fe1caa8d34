/** The report on what one run of the tests proved, as Markdown. */
import type { Proof } from '#tests/kit/evidence.ts'
import type { Line, Run } from './evidence.ts'
import { GOALS, HEADLINES, type Headline, SECTIONS, type Section } from './goals.ts'

export interface Finding {
  goal: string
  found: string
  mended: string
}

export function render(run: Run, findings: readonly Finding[]): string {
  const { failed, lines } = run
  return [
    '# What the tests prove',
    '',
    ...origin(run),
    '',
    ...(failed > 0
      ? [
          `**${failed} of its tests or steps failed.** What follows is what the others saw; a goal may be proven`,
          'in one line and broken by a test that has none.',
          '',
        ]
      : []),
    'Each goal is attacked, and an oracle that is not part of the shop says what came of it. A control is',
    'a deliberately broken variant that the same oracle must catch.',
    '',
    '## In short',
    '',
    ...HEADLINES.map((headline) => `- ${headlineText(headline, lines)}`),
    '',
    ...SECTIONS.flatMap((section) => table(section, lines)),
    '## Found by these tests, and mended',
    '',
    ...findings.map(({ goal, found, mended }) => `- **${goal}** ${found} *Now:* ${mended}`),
    '',
  ].join('\n')
}

/** Which run it was, so that anyone can repeat it. */
function origin(run: Run): string[] {
  const [command, volumes] = isOfSoak(run.lines)
    ? ['npm run soak', 'npm run soak']
    : ['npm run reliability', 'npm test']
  const { passed, failed, skipped, flaky, changed } = run
  return [
    `Written by \`${command}\` from one run of the tests; not edited by hand: a test renders`,
    '[the evidence](reliability.json) again and compares. Every line below is of that run, with the',
    `volumes of \`${volumes}\`.`,
    '',
    `- Commit: ${run.commit ? `\`${run.commit}\`` : 'none'}${changed > 0 ? `, **with ${changed} changed files**` : ''}, with ${run.migrations} migrations`,
    `- Run: ${run.date}, ${run.machine}`,
    `- Tests and stories: ${passed.toLocaleString('en')} passed, ${failed} failed, ${skipped} skipped; ${flaky.length} passed at a second try only`,
  ]
}

/** Goals that this run had to try and did not; a soak also those that its machine could not try. */
export function missing(lines: readonly Line[]): string[] {
  const isSoak = isOfSoak(lines)
  const tried = new Set(lines.filter((line) => !isSoak || isProof(line)).map(({ goal }) => goal))
  return GOALS.filter((goal) => !tried.has(goal))
}

function isOfSoak(lines: readonly Line[]): boolean {
  return lines.some(({ soak }) => soak)
}

/** Proofs of goals that no section lists: their test has a wrong name. */
export function unknown(lines: readonly Line[]): string[] {
  const known = new Set(GOALS)
  return [...new Set(lines.map(({ goal }) => goal))].filter((goal) => !known.has(goal))
}

function headlineText({ of, says }: Headline, lines: readonly Line[]): string {
  const proofs = lines.filter((line) => isProof(line) && of.includes(line.goal)) as Proof[]
  const absent = of.filter((goal) => !proofs.some((proof) => proof.goal === goal))
  if (absent.length > 0) return `${of.join(', ')}: not recordEvidence in this run`
  const asked: number[] = []
  const values = (name: string) => {
    const found = proofs.flatMap(({ figures }) => figures?.[name] ?? [])
    asked.push(found.length)
    return found
  }
  const sentence = says(
    (name) => values(name).reduce((total, value) => total + value, 0),
    (name) => Math.max(0, ...values(name)),
  )
  // A figure that nobody gave would read as a zero.
  if (asked.includes(0))
    return proofs.map(({ volume, result }) => `${volume}: ${result}`).join('; ')
  const controls = proofs.some(({ control }) => control)
  return `**${sentence}** (${of.join(', ')}${controls ? ', with a control' : ''})`
}

function table({ title, goals }: Section, lines: readonly Line[]): string[] {
  return [
    `## ${title}`,
    '',
    '| Goal | Promise | Engine | Tried | Seen | Control |',
    '| --- | --- | --- | --- | --- | --- |',
    ...Object.entries(goals).flatMap(([goal, promise]) => {
      const own = lines.filter((line) => line.goal === goal)
      if (own.length === 0) {
        return [row(goal, promise, '', '**not recordEvidence in this run**', '', '')]
      }
      return own.map((line, index) => {
        const name = index === 0 ? goal : ''
        const says = index === 0 ? promise : ''
        const engine = line.engine ?? ''
        return isProof(line)
          ? row(name, says, engine, line.volume, line.result, line.control ?? '')
          : row(name, says, engine, `**could not be tried here:** ${line.notTried}`, '', '')
      })
    }),
    '',
  ]
}

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

function isProof(line: Line): line is Proof & { soak: boolean } {
  return 'volume' in line
}

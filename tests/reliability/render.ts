/** The report on the evidence of one run of the tests, as Markdown. */
import type { Proof } from '#tests/kit/evidence.ts'
import type { Line, Run } from './evidence.ts'
import { GOALS, HEADLINES, type Headline, SECTIONS, type Section } from './goals.ts'

export interface Finding {
  goal: string
  found: string
  fixed: string
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
          `**${failed} of its tests or steps failed.** The evidence below is from the others; a goal may have evidence`,
          'in one line and be violated in a test that failed.',
          '',
        ]
      : []),
    'Tests attack each goal, and an oracle that is not part of the shop checks the outcome. A control is',
    'a deliberately broken variant that the same oracle must catch.',
    '',
    '## In short',
    '',
    ...HEADLINES.map((headline) => `- ${headlineText(headline, lines)}`),
    '',
    ...SECTIONS.flatMap((section) => table(section, lines)),
    '## Found by these tests, and fixed',
    '',
    ...findings.map(({ goal, found, fixed }) => `- **${goal}** ${found} *Now:* ${fixed}`),
    '',
  ].join('\n')
}

/** Describes the run, so that anyone can repeat it. */
function origin(run: Run): string[] {
  const [command, volumes] = isOfSoak(run.lines)
    ? ['npm run soak', 'npm run soak']
    : ['npm run reliability', 'npm test']
  const { passed, failed, skipped, flaky, changed } = run
  return [
    `Written by \`${command}\` from one run of the tests; not edited by hand: a test renders`,
    '[the evidence](reliability.json) again and compares. Every line below is from that run, with the',
    `volumes of \`${volumes}\`.`,
    '',
    `- Commit: ${run.commit ? `\`${run.commit}\`` : 'none'}${changed > 0 ? `, **with ${changed} changed files**` : ''}, with ${run.migrations} migrations`,
    `- Run: ${run.date}, ${run.machine}`,
    `- Tests and stories: ${passed.toLocaleString('en')} passed, ${failed} failed, ${skipped} skipped; ${flaky.length} passed only at a second try`,
  ]
}

/** Goals without evidence. In a soak this includes goals that the machine could not try. */
export function missing(lines: readonly Line[]): string[] {
  const isSoak = isOfSoak(lines)
  const tried = new Set(lines.filter((line) => !isSoak || isProof(line)).map(({ goal }) => goal))
  return GOALS.filter((goal) => !tried.has(goal))
}

function isOfSoak(lines: readonly Line[]): boolean {
  return lines.some(({ soak }) => soak)
}

/** Goals that no section lists: the test names a wrong id. */
export function unknown(lines: readonly Line[]): string[] {
  const known = new Set(GOALS)
  return [...new Set(lines.map(({ goal }) => goal))].filter((goal) => !known.has(goal))
}

function headlineText({ of, sentence }: Headline, lines: readonly Line[]): string {
  const proofs = lines.filter((line) => isProof(line) && of.includes(line.goal)) as Proof[]
  const absent = of.filter((goal) => !proofs.some((proof) => proof.goal === goal))
  if (absent.length > 0) return `${of.join(', ')}: not tried in this run`
  const asked: number[] = []
  const values = (name: string) => {
    const found = proofs.flatMap(({ figures }) => figures?.[name] ?? [])
    asked.push(found.length)
    return found
  }
  const text = sentence(
    (name) => values(name).reduce((total, value) => total + value, 0),
    (name) => Math.max(0, ...values(name)),
  )
  // A missing figure would read as a zero.
  if (asked.includes(0))
    return proofs.map(({ volume, result }) => `${volume}: ${result}`).join('; ')
  const controls = proofs.some(({ control }) => control)
  return `**${text}** (${of.join(', ')}${controls ? ', with a control' : ''})`
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
        return [row(goal, promise, '', '**not tried in this run**', '', '')]
      }
      return own.map((line, index) => {
        const name = index === 0 ? goal : ''
        const text = index === 0 ? promise : ''
        const engine = line.engine ?? ''
        return isProof(line)
          ? row(name, text, engine, line.volume, line.result, line.control ?? '')
          : row(name, text, engine, `**could not be tried here:** ${line.notTried}`, '', '')
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

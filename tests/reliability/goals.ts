/** What the shop promises, each in one line; the tests that prove them name them by their id. */

export interface Section {
  title: string
  goals: Record<string, string>
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'Orders, stock, crashes',
    goals: {
      R1: 'The last units go to exactly as many buyers as there are units, whoever else asks at once',
      R1b: 'Orders of several units at once never take more than there is',
      R1c: 'A request that names a product twice is judged by the sum',
      R2: 'Orders of the same products in any order never lock each other out',
      R3: 'One key is one order, however often it is sent',
      R3b: 'A key that comes with another body or from another customer gets nothing of the first',
      R3c: 'Two taps without a key are one order while the first is under way in the same process',
      R4: 'A killed process loses nothing it acknowledged and leaves nothing half done',
      R4b: 'A killed PostgreSQL loses nothing, and the shop is back without a restart',
      R4c: 'A failure at any statement of any flow leaves all or nothing, and a retry succeeds',
      R5: 'Two processes of a machine, in containers of their own too, never share an embedded database; a killed one leaves nothing in the way',
      R6: 'A broken line to the database costs answers, never data, and never the process',
      R7: 'A slow database makes a bounded queue, and quick refusals beyond it',
      R8: 'A full disk refuses writes, serves reads, and heals without a restart',
      R8b: 'A failing file operation leaves neither half a picture nor a changed profile',
      R9: 'A clock that jumps revives nothing and releases nothing that is being paid',
      R10: 'The shop does what a simple model of it does, step by step, its process replaced in between',
      R11: 'Named coincidences of payments, prices, stock and rights end in one legal way',
      R12: 'Twenty accounts of five addresses that never pay leave every product to others, and no order holds its stock unpaid for ever',
      R13: 'What staff changed is in every read that begins after the answer',
      R13b: 'What a customer did is in everything they read next',
      R13c: 'Over two processes, too: for the caller at once, for others within a quarter of a second',
      R13d: 'What a cut line between processes kept from one is not shown once it hears again',
    },
  },
  {
    title: 'Payments',
    goals: {
      P1: 'An event of the provider counts once, and only if the provider signed it lately',
      P1b: 'An event that a crash cut off is applied once afterwards',
      P2: 'Paying, cancelling and running out of time end in one way: goods and money agree',
      P3: 'A provider that fails, is silent or brings another amount charges once or goes to review',
      P4: 'Nothing a client sends changes what is charged',
      P5: 'No card number is in any row, log or answer',
      P6: 'A real shop does not start with settings of a toy',
    },
  },
  {
    title: 'Real time',
    goals: {
      W1: 'Thousands of sockets connect, subscribe and hear, while the shop goes on serving',
      W2: 'Sockets that come and go leave nothing behind',
      W3: 'A restart under connected clients does not become a storm',
      W4: 'Clients whose sockets break see the same cart as the server when it is quiet',
      W5: 'Events of one customer arrive in order, and nowhere else',
      W6: 'A client that never reads is cut',
      W7: 'Malformed frames end in an error or a close, never in a crash',
      W8: 'No forged signature subscribes to anything',
      W9: 'A revoked session loses its sockets within a second',
      W10: 'No address holds more sockets than its share, no socket is heard faster than it may talk, and wrong origins and paths are refused',
    },
  },
  {
    title: 'HTTP',
    goals: {
      H1: 'Slow clients are cut, and others do not notice',
      H2: 'Requests beyond the limits, or of no clear length, are refused',
      H3: 'Malformed uploads are refused and leave no file',
      H4: 'Mutated requests to every route never end in an error of the server',
      H5: 'No trick with the content type gets around validation',
      H6: 'Deep, odd and huge JSON is refused quickly',
      H7: 'No input pollutes a prototype',
      H8: 'Hostile pictures are refused or made harmless, within bounded memory',
      H9: 'No file name or address leads out of the folder of pictures',
      H10: 'A server that is told to stop answers what is under way and ends',
      H11: 'Under steady load memory and handles do not grow',
      H12: 'No limit of any route is got around by headers, spellings, methods or other addresses of the same network',
    },
  },
  {
    title: 'Identity and access',
    goals: {
      A1: "Another customer's things answer like missing ones, on every route",
      A2: 'No field that a client adds reaches a column',
      A3: 'What is for the staff is for the staff, by the database and now',
      A4: 'A revoked token is refused on the next request, after a restore too; none is stored or logged',
      A5: 'Guessing passwords is limited, without locking out the owner',
      A6: 'Nobody learns who has an account',
      A7: 'A reset link works once, for its owner, for a while',
      A8: 'Signing in by OpenID works in the honest case only',
      A9: 'No address leads to another site',
      A10: 'Text of customers is text on every screen',
      A11: 'Every answer carries its security headers, and no page breaks its policy',
      A12: 'Only listed origins may read answers',
      A13: 'No cookie, form or GET changes anything',
      A14: 'No text reaches SQL or a regular expression as code',
    },
  },
  {
    title: 'Supply chain, logs, operations',
    goals: {
      S1: 'No secret is in any log, error, row or file',
      S2: 'One event is one line of the log, whatever it contains',
      S3: 'Dependencies are locked, few and from the registry',
      S4: 'The source uses nothing on the list of what is forbidden',
      S5: 'Tests notice when the code is changed that places and moves orders, takes payments, judges sessions and passwords, or authorises channels',
      S6: 'Health, readiness and metrics tell the truth, to whom they should',
      S7: 'Migrations that are killed are run again, on populated databases of both engines',
      S8: 'A backup taken under load restores to a sound shop',
      S9: 'Nobody but its owner reads or writes the files of a shop: database, mails, pictures, backups',
    },
  },
]

/** Each of them: a full run that leaves one out fails. */
export const GOALS: readonly string[] = SECTIONS.flatMap(({ goals }) => Object.keys(goals))

export interface Headline {
  /** The goals whose figures it adds up. */
  of: string[]
  /** @param sum of a figure over all proofs; @param max likewise. */
  says(sum: (name: string) => number, max: (name: string) => number): string
}

/** Shown when every goal has proofs with the figures it asks for. */
export const HEADLINES: readonly Headline[] = [
  { of: ['R1'], says: (sum) => `${sum('oversold')} oversold in ${sum('rounds')} × 200 buyers` },
  { of: ['R4'], says: (sum) => `${sum('lost')} acknowledged orders lost in ${sum('kills')} kills` },
  { of: ['R3'], says: (sum) => `1 order per key in ${sum('keys')} × 20 duplicates` },
  { of: ['R10'], says: (sum) => `${sum('broken')} invariants broken in ${sum('runs')} model runs` },
  {
    of: ['H4', 'W7'],
    says: (sum) =>
      `${sum('faults')} errors of the server in ${count(sum('requests'))} fuzzed requests and ${count(sum('frames'))} frames`,
  },
  {
    of: ['A1'],
    says: (sum) => `${sum('leaks')} reads across customers in ${count(sum('cases'))} cases`,
  },
  {
    of: ['A10', 'A11'],
    says: (sum) => `${sum('executed')} executed payloads, ${sum('violations')} policy violations`,
  },
  { of: ['H10'], says: (_, max) => `drained within ${seconds(max('drainMs'))}` },
  {
    of: ['R4b'],
    says: (_, max) => `serving ${seconds(max('recoverMs'))} after the database is back, at most`,
  },
  {
    of: ['W1'],
    says: (_, max) =>
      `${count(max('sockets'))} sockets subscribed in ${seconds(max('subscribedMs'))}`,
  },
  {
    of: ['S5'],
    says: (sum) => `${count(sum('killed'))} of ${count(sum('mutants'))} mutants killed by tests`,
  },
]

function count(number: number): string {
  return number.toLocaleString('en')
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** What the shop promises, each in one line; tests record evidence for them by id. */

export interface Section {
  title: string
  goals: Record<string, string>
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'Orders, stock, crashes',
    goals: {
      R1: 'The last units go to exactly as many buyers as there are units, however many order at once',
      R1b: 'Concurrent orders of several units never take more than the stock',
      R1c: 'A request that names a product twice is checked by the sum',
      R1d: 'A price that changes meanwhile is the one the buyer saw, or nothing is ordered',
      R2: 'Orders of the same products in any order never deadlock',
      R3: 'One key places one order, however often it is sent',
      R3b: 'A key sent with another body or by another customer reveals nothing of the first order',
      R3c: 'Two clicks without a key are one order while the first is in progress in the same process',
      R4: 'A killed process loses nothing it acknowledged and leaves nothing half done',
      R4b: 'A killed PostgreSQL loses nothing, and the shop is back without a restart',
      R4c: 'A failure at any statement of any flow leaves everything or nothing done, and a retry succeeds',
      R5: 'Two processes of a machine, in containers of their own too, never share an embedded database; a killed one leaves nothing to remove',
      R6: 'A broken connection to the database fails requests, but loses no data and never ends the process',
      R7: 'A slow database leads to a bounded queue and quick refusals beyond it',
      R8: 'With a full disk writes are refused, reads are served, and the shop recovers without a restart',
      R8b: 'A failing file operation leaves neither half a picture nor a changed profile',
      R9: 'A clock that jumps revives nothing and releases nothing that is being paid',
      R10: 'The shop behaves like a simple model of it, step by step, with its process replaced in between',
      R11: 'Listed pairs of concurrent changes to payments, prices, stock and rights have a legal outcome',
      R12: 'Twenty accounts on five addresses that never pay leave some of every product to others, and no unpaid order holds its stock for ever',
      R13: 'What staff changed is in every read that begins after the answer',
      R13b: 'What a customer did is in everything they read next',
      R13c: 'Over two processes, too: for the caller at once, for others within a quarter of a second',
      R13d: 'After a cut connection between processes is back, no process shows what it missed as current',
    },
  },
  {
    title: 'Payments',
    goals: {
      P1: 'An event of the provider counts once, and only if its signature is recent',
      P1b: 'An event interrupted by a crash is applied once afterwards',
      P2: 'Paying, cancelling and running out of time have one outcome: goods and money agree',
      P3: 'A provider that fails, is silent or reports another amount charges once or leads to a review',
      P4: 'Nothing a client sends changes what is charged',
      P5: 'No card number is in any row, log or answer',
      P6: 'A production shop does not start with demo settings',
    },
  },
  {
    title: 'Real time',
    goals: {
      W1: 'Thousands of sockets connect, subscribe and receive events, while the shop keeps serving',
      W2: 'Sockets that connect and disconnect leave nothing behind',
      W3: 'A restart with connected clients does not cause a storm of reconnects',
      W4: 'Clients whose sockets break end with the same cart as the server',
      W5: 'Events of one customer arrive in order, and reach nobody else',
      W6: 'A client that never reads is disconnected',
      W7: 'Malformed frames end in an error or a close, never in a crash',
      W8: 'No forged signature subscribes to anything',
      W9: 'A revoked session loses its sockets within a second',
      W10: 'No address holds more sockets than its share, no socket sends frames faster than its limit, and wrong origins and paths are refused',
    },
  },
  {
    title: 'HTTP',
    goals: {
      H1: 'Slow clients are disconnected, and others do not notice',
      H2: 'Requests beyond the limits, or of ambiguous length, are refused',
      H3: 'Malformed uploads are refused and leave no file',
      H4: 'Mutated requests to every route never cause a server error',
      H5: 'No trick with the content type gets around validation',
      H6: 'Deep, odd and huge JSON is refused quickly',
      H7: 'No input pollutes a prototype',
      H8: 'Hostile pictures are refused or made harmless, within bounded memory',
      H9: 'No file name or address leads out of the folder of pictures',
      H10: 'A server that gets a signal to stop finishes the requests in progress and exits',
      H11: 'Under steady load memory and handles do not grow',
      H12: 'No limit of any route can be bypassed by headers, spellings, methods or other addresses of the same network',
    },
  },
  {
    title: 'Identity and access',
    goals: {
      A1: "Another customer's things answer like missing ones, on every route",
      A2: 'No unknown field that a client adds reaches a column',
      A3: 'Staff-only calls need an account that is staff in the database now',
      A4: 'A revoked token is refused on the next request, after a restore too; no token is stored or logged',
      A5: 'Guessing passwords is limited, without locking out the owner',
      A6: 'No response reveals who has an account',
      A7: 'A reset link works once, for its owner, for a limited time',
      A8: 'Sign-in by OpenID works only without tampering',
      A9: 'No address redirects to another site',
      A10: 'Text from customers is shown as text on every screen',
      A11: 'Every response carries its security headers, and no page violates its policy',
      A12: 'Only listed origins may read responses',
      A13: 'No cookie, form or GET changes anything',
      A14: 'No input reaches SQL or a regular expression as code',
    },
  },
  {
    title: 'Supply chain, logs, operations',
    goals: {
      S1: 'No secret is in any log, error, row or file',
      S2: 'One event is one line of the log, whatever it contains',
      S3: 'Dependencies are locked, few and from the registry',
      S4: 'The source uses nothing on the list of banned patterns',
      S5: 'Tests notice changes to the code that places and moves orders, takes payments, checks sessions and passwords, or authorises channels',
      S6: 'Health, readiness and metrics are correct, and only for those who may see them',
      S7: 'Migrations that are killed can be run again, on populated databases of both engines',
      S8: 'A backup taken under load restores to a consistent shop',
      S9: 'Only the owner can read or write the files of a shop: database, mails, pictures, backups',
    },
  },
]

/** All goals: a full run that leaves one out fails. */
export const GOALS: readonly string[] = SECTIONS.flatMap(({ goals }) => Object.keys(goals))

export interface Headline {
  /** The goals whose figures the headline adds up. */
  of: string[]
  /** @param sum of a figure over all proofs; @param max likewise. */
  says(sum: (name: string) => number, max: (name: string) => number): string
}

/** Shown when every goal has evidence with the figures that the headline needs. */
export const HEADLINES: readonly Headline[] = [
  { of: ['R1'], says: (sum) => `${sum('oversold')} oversold in ${sum('rounds')} × 200 buyers` },
  { of: ['R4'], says: (sum) => `${sum('lost')} acknowledged orders lost in ${sum('kills')} kills` },
  { of: ['R3'], says: (sum) => `1 order per key in ${sum('keys')} × 20 duplicates` },
  { of: ['R10'], says: (sum) => `${sum('broken')} invariants broken in ${sum('runs')} model runs` },
  {
    of: ['H4', 'W7'],
    says: (sum) =>
      `${sum('faults')} server errors in ${count(sum('requests'))} fuzzed requests and ${count(sum('frames'))} frames`,
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

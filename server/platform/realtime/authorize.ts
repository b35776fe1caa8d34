/** Signs the channel subscriptions and sign-ins that the caller is entitled to. */
import { ADMIN_CHANNEL, userChannel } from '#contract/events.ts'
import { may } from '#contract/roles.ts'
import { createTokenBucket } from '../concurrency/token-bucket.ts'
import type { Caller, Guards } from '../http/api.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Engine, Rules } from './engine.ts'
import { SOCKET_ID } from './protocol.ts'
import type { RealtimeLimits } from './realtime.settings.ts'
import { type Signer, signInText, subscriptionText } from './signature.ts'

export type Authorizer = ReturnType<typeof createAuthorizer>

export function createAuthorizer(
  engine: Engine,
  signer: Signer,
  rules: Rules & Pick<Guards, 'roleOf'>,
  limits: RealtimeLimits,
) {
  const takeSignature = createTokenBucket(limits.signaturesAtOnce, limits.signaturesPerSecond)

  /**
   * @returns the name, as spelled by the shop, of a channel the caller may subscribe to.
   * @throws ShopError `forbidden`; `second_factor_missing` for staff who lack a required second factor.
   */
  async function allowedChannel(caller: Caller, wanted: unknown): Promise<string> {
    if (wanted === userChannel(caller.id)) return userChannel(caller.id)
    if (wanted === ADMIN_CHANNEL) {
      const role = await rules.roleOf(caller)
      if (role && may(role, 'read', 'orders')) return ADMIN_CHANNEL
    }
    throw forbidden()
  }

  /** Binds the socket to the caller's session, so that it is closed when the session ends. */
  async function bind(caller: Caller, socketId: string): Promise<void> {
    const binding = { socketId, sessionId: caller.sessionId, userId: caller.id }
    if (!(await engine.bind(binding))) throw forbidden()
    // The session is checked after binding: an earlier sign-out is found here, and a later one closes the bound socket.
    const alive = await rules.aliveSessions([caller.sessionId])
    if (alive.has(caller.sessionId)) return
    engine.revoke(caller.id)
    throw new ShopError('unauthenticated', 'error.signedOut')
  }

  function checkSocketId(caller: Caller, socketId: unknown): string {
    if (!takeSignature(String(caller.sessionId))) {
      throw new ShopError('too_many', 'error.tooManyAttempts', {
        retryAfter: 1,
      })
    }
    if (typeof socketId !== 'string' || !SOCKET_ID.test(socketId)) throw forbidden()
    return socketId
  }

  return {
    /**
     * @throws ShopError `forbidden`, `too_many`, `second_factor_missing`; `unauthenticated` if the session just ended.
     */
    async authorizeChannel(
      caller: Caller,
      socketId: unknown,
      wanted: unknown,
    ): Promise<{ auth: string }> {
      const checkedId = checkSocketId(caller, socketId)
      const channel = await allowedChannel(caller, wanted)
      await bind(caller, checkedId)
      return { auth: signer.sign(subscriptionText(checkedId, channel)) }
    },

    /**
     * Signs a user for `pusher:signin`.
     * @throws ShopError `forbidden`, `too_many`; `unauthenticated` if the session just ended.
     */
    async authenticateUser(
      caller: Caller,
      socketId: unknown,
    ): Promise<{ auth: string; user_data: string }> {
      const checkedId = checkSocketId(caller, socketId)
      await bind(caller, checkedId)
      // The protocol requires the id to be a string.
      const userData = JSON.stringify({ id: String(caller.id) })
      return { auth: signer.sign(signInText(checkedId, userData)), user_data: userData }
    },
  }
}

function forbidden(): ShopError {
  return new ShopError('forbidden', 'error.foreignChannel')
}

/** The second half of a sign-in: a code, or setting the second step up when it is required. */
import type { SecondStepMethod } from '#contract/auth/second-step.ts'
import type { confirmSecondStep, confirmSetUpAtSignIn } from '#contract/auth/two-step.ts'
import type { NewPasskey } from '#contract/auth/webauthn.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { canSignIn, type AuthDependencies } from '../dependencies.ts'
import { accountDisabled } from '../passwords/login.service.ts'
import { newDeviceToken, readDeviceToken } from '../passwords/known-device.ts'
import { registerPasskeyFor, registrationOptions } from '../passkeys/register-passkey.ts'
import { lockUser, type User } from '../users.repository.ts'
import { checkSecondStep, type EnteredStep } from './check-second-step.ts'
import { completeSignIn, signedInAnswer } from './sign-in.service.ts'
import { hasSecondStep, readSecondSteps } from './second-steps.repository.ts'
import { beginTotpFor, turnTotpOn } from './totp-set-up.ts'
import { countTicketTry, deleteTickets, findTicket, type Ticket } from './tickets.repository.ts'

export const ticketExpired = () =>
  new AppError('code_expired', 'This sign-in took too long. Please start again with your password.')

interface Holder {
  readonly ticket: Ticket
  readonly user: User
}

/** The person of a live ticket, locked. */
const holderOf = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  text: string,
): Promise<Holder | AppError> => {
  const now = scope.clock.now()
  const found = await findTicket(db, text, now)
  const user = found && (await lockUser(db, found.user_id))
  // Again under the lock: a parallel try may have spent it.
  const ticket = user && (await findTicket(db, text, now))
  if (!ticket || !user) return ticketExpired()
  return canSignIn(dependencies, user) ? { ticket, user } : accountDisabled()
}

const stepIn = ({
  code,
  recovery_code: recoveryCode,
  passkey,
}: BodyOf<typeof confirmSecondStep>): EnteredStep | AppError => {
  const given = [code, recoveryCode, passkey].filter((value) => value !== undefined)
  return given.length === 1
    ? { code, recoveryCode, passkey }
    : new AppError('invalid_fields', 'Enter one code.')
}

const methodOf = ({ code, passkey }: EnteredStep): SecondStepMethod => {
  if (passkey !== undefined) return 'passkey'
  return code === undefined ? 'recovery_code' : 'totp'
}

export const createConfirmSecondStep =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: BodyOf<typeof confirmSecondStep>) => {
    const entered = stepIn(body)
    if (entered instanceof AppError) throw entered
    const deviceToken = readDeviceToken(scope) ?? newDeviceToken(scope)
    const outcome = await scope.tx(async (db) => {
      const holder = await holderOf(db, dependencies, scope, body.ticket)
      if (holder instanceof AppError) return holder
      const { ticket, user } = holder
      await countTicketTry(db, ticket)
      const refusal = await checkSecondStep(db, dependencies, scope, user, entered, 'second_step')
      if (refusal) return refusal
      await deleteTickets(db, user.id)
      return completeSignIn(db, dependencies, scope, user, {
        by: ticket.first_step,
        device: body.device_name ?? (ticket.device || undefined),
        deviceToken,
        secondStep: methodOf(entered),
      })
    })
    if (outcome instanceof AppError) throw outcome
    return signedInAnswer(dependencies, scope, outcome, deviceToken, {})
  }

const alreadySetUp = () => new AppError('conflict', 'Two-step sign-in is on already. Please sign in again.')

/** Only an account without a second step: its ticket must not replace one. */
const newcomerOf = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  text: string,
): Promise<Holder | AppError> => {
  const holder = await holderOf(db, dependencies, scope, text)
  if (holder instanceof AppError) return holder
  return hasSecondStep(await readSecondSteps(db, holder.user.id)) ? alreadySetUp() : holder
}

export const createSetUpAtSignIn =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: { ticket: string }) => {
    const outcome = await scope.tx(async (db) => {
      const holder = await newcomerOf(db, dependencies, scope, body.ticket)
      return holder instanceof AppError ? holder : beginTotpFor(db, dependencies, scope, holder.user)
    })
    if (outcome instanceof AppError) throw outcome
    return outcome
  }

export const createPasskeySetUpOptions =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: { ticket: string }) => {
    const outcome = await scope.tx(async (db) => {
      const holder = await newcomerOf(db, dependencies, scope, body.ticket)
      return holder instanceof AppError ? holder : registrationOptions(db, scope, holder.user)
    })
    if (outcome instanceof AppError) throw outcome
    return outcome
  }

type NewStep = { code: string; newPasskey?: never } | { code?: never; newPasskey: NewPasskey }

/** Turns the second step on; returns the recovery codes. */
const setUpStep = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  { user, entered }: { user: User; entered: NewStep },
): Promise<string[] | AppError> => {
  if (entered.code !== undefined) return turnTotpOn(db, dependencies, scope, user, entered.code)
  const added = await registerPasskeyFor(db, dependencies, scope, user, entered.newPasskey)
  return added instanceof AppError ? added : added.recovery_codes
}

const newStepIn = ({ code, new_passkey: newPasskey }: BodyOf<typeof confirmSetUpAtSignIn>): NewStep => {
  if (code !== undefined && newPasskey === undefined) return { code }
  if (newPasskey !== undefined && code === undefined) return { newPasskey }
  throw new AppError('invalid_fields', 'Enter one code, or add one passkey.')
}

export const createConfirmSetUpAtSignIn =
  (dependencies: AuthDependencies) =>
  async (scope: PublicScope, body: BodyOf<typeof confirmSetUpAtSignIn>) => {
    const entered = newStepIn(body)
    const deviceToken = readDeviceToken(scope) ?? newDeviceToken(scope)
    const outcome = await scope.tx(async (db) => {
      const holder = await newcomerOf(db, dependencies, scope, body.ticket)
      if (holder instanceof AppError) return holder
      const { ticket, user } = holder
      await countTicketTry(db, ticket)
      const codes = await setUpStep(db, dependencies, scope, { user, entered })
      if (codes instanceof AppError) return codes
      await deleteTickets(db, user.id)
      const session = await completeSignIn(db, dependencies, scope, user, {
        by: ticket.first_step,
        device: body.device_name ?? (ticket.device || undefined),
        deviceToken,
        secondStep: entered.code === undefined ? 'passkey' : 'totp',
      })
      return { session, codes }
    })
    if (outcome instanceof AppError) throw outcome
    return signedInAnswer(dependencies, scope, outcome.session, deviceToken, {
      recovery_codes: outcome.codes,
    })
  }

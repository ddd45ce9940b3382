/** The end of every sign-in: a session, or a ticket for the second step. */
import type { SecondStepMethod, SecondStepNeeded } from '#contract/auth/second-step.ts'
import type { SignInAnswer } from '#contract/auth/auth.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { Answer } from '#server/core/http/pipeline.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import type { FirstStep } from '../auth.tables.ts'
import type { BrowserToken } from '../browser-cookie.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { sendMail } from '../mails.ts'
import { isNewDevice, rememberDevice } from '../passwords/failed-attempts.repository.ts'
import { deviceName } from '../sessions/device.ts'
import { issueTokens, startSession, type StartedSession } from '../sessions/sessions.service.ts'
import { toSessionUser } from '../user.mapper.ts'
import type { User } from '../users.repository.ts'
import {
  hasSecondStep,
  isSecondStepRequired,
  readSecondSteps,
  type SecondSteps,
} from './second-steps.repository.ts'
import { createTicket } from './tickets.repository.ts'

export interface FirstStepFacts {
  readonly by: FirstStep
  readonly device: string | undefined
  readonly deviceToken: BrowserToken
  /** An account that was made by this very sign-in: its device is not news. */
  readonly isNewAccount?: boolean
}
export interface SignedInSession {
  readonly user: User
  readonly started: StartedSession
}
export type FirstStepOutcome = SignedInSession | SecondStepNeeded

const methodsOf = (steps: SecondSteps): SecondStepMethod[] => [
  ...(steps.passkeys === 0 ? [] : (['passkey'] as const)),
  ...(steps.totpSince === null ? [] : (['totp'] as const)),
  ...(steps.recoveryCodesLeft === 0 ? [] : (['recovery_code'] as const)),
]

/** Starts the session. The caller holds the user's row lock and has checked every step. */
export const completeSignIn = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  facts: FirstStepFacts & { readonly secondStep?: SecondStepMethod },
): Promise<SignedInSession> => {
  const now = scope.clock.now()
  const { hash } = facts.deviceToken
  if (!facts.isNewAccount && (await isNewDevice(db, user.id, hash)))
    await sendMail(db, dependencies, scope, user, {
      kind: 'new_device',
      device: facts.device || deviceName(scope.request.userAgent),
    })
  await rememberDevice(db, user.id, hash, now)
  const started = await startSession(db, dependencies, scope, user, facts.device)
  await audit(db, dependencies, scope, {
    action: facts.by === 'code' ? 'auth.verify_email' : 'auth.login',
    result: 'ok',
    actorId: user.id,
    sessionId: started.sessionId,
    ...detailOf(facts),
  })
  return { user, started }
}

const detailOf = ({ by, secondStep }: { by: FirstStep; secondStep?: SecondStepMethod }) => {
  const detail = {
    ...((by === 'google' || by === 'passkey') && { by }),
    ...(secondStep && { second_step: secondStep }),
  }
  return Object.keys(detail).length > 0 ? { detail } : {}
}

/** After a right first step. Google does not say whether it asked staff for a second one, so we do. */
export const finishFirstStep = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  facts: FirstStepFacts,
): Promise<FirstStepOutcome> => {
  const steps = await readSecondSteps(db, user.id)
  const isSetUp = hasSecondStep(steps)
  const isRequired =
    isSetUp ||
    (facts.by === 'google' && user.role !== 'student') ||
    (await isSecondStepRequired(db, user.role))
  if (!isRequired) return completeSignIn(db, dependencies, scope, user, facts)
  const ticket = await createTicket(db, {
    userId: user.id,
    firstStep: facts.by,
    device: facts.device ?? '',
    now: scope.clock.now(),
  })
  return {
    second_step: {
      ticket: ticket.text,
      kind: isSetUp ? 'confirm' : 'set_up',
      methods: isSetUp ? methodsOf(steps) : ['totp', 'passkey'],
      expires_at: ticket.expiresAt.toISOString(),
    },
  }
}

/** The device's cookie is set once every step is done. Call it after the commit. */
export const signedInAnswer = async <Extra extends object>(
  dependencies: AuthDependencies,
  scope: PublicScope,
  { user, started }: SignedInSession,
  deviceToken: BrowserToken,
  extra: Extra,
) => {
  const tokens = await issueTokens(dependencies, scope, started)
  return new Answer({ ...toSessionUser(user), ...tokens, ...extra }, { cookies: [deviceToken.cookie] })
}

export const firstStepAnswer = async (
  dependencies: AuthDependencies,
  scope: PublicScope,
  outcome: FirstStepOutcome,
  deviceToken: BrowserToken,
): Promise<Answer<SignInAnswer>> =>
  'second_step' in outcome
    ? new Answer<SignInAnswer>(outcome)
    : signedInAnswer(dependencies, scope, outcome, deviceToken, {})
